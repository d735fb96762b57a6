// The rules for secret scanners in SECURITY.md find generated keys.
import { assert, describe, it } from "@effect/vitest"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { keyPattern } from "../../src/index.ts"
import * as KeyFormat from "../../src/keys/format.ts"
import { test } from "../effects.ts"

const page = readFileSync(new URL("../../../../SECURITY.md", import.meta.url), "utf8")

/** The only code block of a language. */
const block = (kind: string): string => {
  const found = page.match(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``))
  return found?.[1] ?? assert.fail(`no block of ${kind}`)
}

const published = block("text").trim()
const gitleaks = /^regex = '''(.*)'''$/m.exec(block("toml"))?.[1] ?? ""

interface Secretlint {
  readonly rules: ReadonlyArray<{
    readonly options: { readonly patterns: ReadonlyArray<{ readonly pattern: string }> }
  }>
}
// An expression is between slashes.
const secretlint =
  /^\/(.*)\/$/.exec(
    (JSON.parse(block("json")) as Secretlint).rules[0]?.options.patterns[0]?.pattern ?? ""
  )?.[1] ?? ""

const isLeadlineKey = Effect.promise(async () => {
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(block("js"))}`)
  return (module as { readonly isLeadlineKey: (text: string) => boolean }).isLeadlineKey
})

const made = Effect.forEach(Array.from({ length: 100 }), (_, index) =>
  Effect.map(KeyFormat.make(index % 2 === 0 ? "live" : "test"), ({ key }) => Redacted.value(key))
).pipe(Effect.provide(SecureRandom.layerWebCrypto))

describe("the published pattern", () => {
  it("is the one the store exports", () => {
    assert.strictEqual(published, keyPattern.source)
  })

  test("finds every key in a text, and nothing longer or of another label; so do the rules", function* () {
    for (const key of yield* made) {
      for (const pattern of [published, gitleaks, secretlint].map((one) => new RegExp(one))) {
        assert.strictEqual(pattern.exec(`{"auth_token":"${key}"}`)?.[0], key)
        for (const text of [`${key}0`, `x${key}`, key.toUpperCase()]) assert.notMatch(text, pattern)
      }
    }
  })

  test("also finds look-alikes, which rule and store reject by their checksum", function* () {
    const isKey = yield* isLeadlineKey
    for (const key of yield* made) {
      assert.isTrue(isKey(key))
      for (const at of [8, 17, 18, 49, 50, 55]) {
        const other = key.charAt(at) === "a" ? "b" : "a"
        const alike = key.slice(0, at) + other + key.slice(at + 1)
        assert.match(alike, keyPattern)
        assert.isFalse(isKey(alike))
        assert.isUndefined(KeyFormat.idOf(alike))
      }
    }
  })
})
