// The format of generated keys: alphabet, checksum, texts that are refused, and the rules for secret scanners in SECURITY.md.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as fc from "fast-check"
import { crc32 } from "node:zlib"
import * as KeyFormat from "../../src/keys/format.ts"
import { test } from "../effects.ts"
import { readFileSync } from "node:fs"
import { keyPattern } from "../../src/index.ts"

const made = (label: KeyFormat.KeyLabel) =>
  Effect.map(KeyFormat.make(label), ({ id, key }) => ({ id, text: Redacted.value(key) })).pipe(
    Effect.provide(SecureRandom.layerWebCrypto)
  )

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".split("")
const base62 = (length: number) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""))
const keys = fc.tuple(fc.constantFrom("live", "test"), base62(42)).map(([label, text]) => {
  const body = `ll_${label}_${text}`
  return body + KeyFormat.checksum(body)
})

describe("the key format", () => {
  test.each(["live", "test"] as const)(
    "a %s key has the published format and contains its id",
    function* (label) {
      const { id, text } = yield* made(label)
      assert.match(text, new RegExp(`^ll_${label}_[0-9A-Za-z]{48}$`))
      assert.match(`KEY=${text};`, KeyFormat.keyPattern)
      assert.strictEqual(KeyFormat.idOf(text), id)
      assert.strictEqual(text.slice(8, 18), id)
    }
  )

  it("the checksum is CRC-32 in base62", () => {
    assert.strictEqual(KeyFormat.checksum(""), "000000")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        const value = KeyFormat.checksum(text)
          .split("")
          .reduce((sum, digit) => sum * 62 + alphabet.indexOf(digit), 0)
        assert.strictEqual(value, crc32(text))
      })
    )
  })

  it("any single changed character is refused, by any of the alphabet or another one", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1, maxLength: 1 }), (key, at, any) => {
        for (const other of at < 8 ? [any] : [any, ...alphabet]) {
          const id = KeyFormat.idOf(key.slice(0, at) + other + key.slice(at + 1))
          assert.strictEqual(id === undefined, other !== key.charAt(at))
        }
      }),
      { numRuns: 500 }
    )
  })

  it("a shortened or lengthened key is refused", () => {
    fc.assert(
      fc.property(keys, fc.nat(55), fc.string({ minLength: 1 }), (key, at, more) => {
        assert.isUndefined(KeyFormat.idOf(key.slice(0, at)))
        assert.isUndefined(KeyFormat.idOf(key.slice(at + 1)))
        assert.isUndefined(KeyFormat.idOf(key + more))
        assert.isUndefined(KeyFormat.idOf(more + key))
      })
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

const someKeys = Effect.forEach(Array.from({ length: 100 }), (_, index) =>
  Effect.map(KeyFormat.make(index % 2 === 0 ? "live" : "test"), ({ key }) => Redacted.value(key))
).pipe(Effect.provide(SecureRandom.layerWebCrypto))

describe("the published pattern", () => {
  it("is the one the store exports", () => {
    assert.strictEqual(published, keyPattern.source)
  })

  test("finds every key in a text, and nothing longer or of another label; so do the rules", function* () {
    for (const key of yield* someKeys) {
      for (const pattern of [published, gitleaks, secretlint].map((one) => new RegExp(one))) {
        assert.strictEqual(pattern.exec(`{"auth_token":"${key}"}`)?.[0], key)
        for (const text of [`${key}0`, `x${key}`, key.toUpperCase()]) assert.notMatch(text, pattern)
      }
    }
  })

  test("also finds look-alikes, which rule and store reject by their checksum", function* () {
    const isKey = yield* isLeadlineKey
    for (const key of yield* someKeys) {
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
