// The format of keys, and the rules for secret scanners in SECURITY.md.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { keyPattern } from "../../src/index.ts"
import * as KeyFormat from "../../src/keys/format.ts"
import { test } from "../stores.ts"

const someKeys = Effect.forEach(Array.from({ length: 50 }), (_, index) =>
  Effect.map(KeyFormat.make(index % 2 === 0 ? "live" : "test"), ({ id, key }) => ({
    id,
    text: Redacted.value(key)
  }))
).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("")

const keys = fc
  .tuple(
    fc.constantFrom("live", "test"),
    fc.array(fc.constantFrom(...alphabet), { minLength: 42, maxLength: 42 })
  )
  .map(([label, digits]) => {
    const body = `ll_${label}_${digits.join("")}`
    return body + KeyFormat.checksum(body)
  })

describe("the key format", () => {
  it("refuses a key with one changed character, and one that is shorter or longer", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1, maxLength: 1 }), (key, at, any) => {
        for (const other of at < 8 ? [any] : [any, ...alphabet]) {
          const id = KeyFormat.idOf(key.slice(0, at) + other + key.slice(at + 1))
          assert.strictEqual(id === undefined, other !== key.charAt(at))
        }
        for (const text of [key.slice(0, at), key.slice(at + 1), key + any, any + key])
          assert.isUndefined(KeyFormat.idOf(text))
      }),
      { numRuns: 500 }
    )
  })

  it.each([
    ["a", true],
    ["!".repeat(4096), true],
    ["", false],
    ["!".repeat(4097), false],
    ["a b", false],
    ["\u007f", false]
  ] as const)("is any key: %#", (text, wanted) => {
    assert.strictEqual(KeyFormat.isKey(text), wanted)
  })
})

const page = readFileSync(new URL("../../../../SECURITY.md", import.meta.url), "utf8")

/** The only code block of a language. */
const block = (kind: string): string => {
  const found = page.match(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``))
  return found?.[1] ?? assert.fail(`no block of ${kind}`)
}

const published = block("text").trim()
const gitleaks = /^regex = '''(.*)'''$/m.exec(block("toml"))?.[1] ?? ""
// An expression is between slashes.
const secretlint: unknown = JSON.parse(
  /"pattern": "\/(.*)\/"/.exec(block("json"))?.[0].replace(/.*: /, "") ?? '""'
)

test("the published pattern and rules find every key and nothing longer; the checksum tells look-alikes", function* () {
  assert.strictEqual(published, keyPattern.source)
  const rule = `data:text/javascript,${encodeURIComponent(block("js"))}`
  const { isLeadlineKey }: { readonly isLeadlineKey: (text: string) => boolean } = yield* Effect.promise(
    () => import(rule)
  )
  for (const { id, text } of yield* someKeys) {
    assert.deepEqual([KeyFormat.idOf(text), text.slice(8, 18)], [id, id])
    for (const pattern of [published, gitleaks, String(secretlint).slice(1, -1)].map(
      (one) => new RegExp(one)
    )) {
      assert.strictEqual(pattern.exec(`{"auth_token":"${text}"}`)?.[0], text)
      for (const other of [`${text}0`, `x${text}`, text.toUpperCase()]) assert.notMatch(other, pattern)
    }
    assert.isTrue(isLeadlineKey(text))
    for (const at of [8, 17, 18, 49, 50, 55]) {
      const alike = text.slice(0, at) + (text.charAt(at) === "a" ? "b" : "a") + text.slice(at + 1)
      assert.match(alike, keyPattern)
      assert.isFalse(isLeadlineKey(alike))
    }
  }
})
