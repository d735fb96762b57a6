import { assert, describe, it } from "vitest"
import * as Redacted from "effect/Redacted"
import { InvalidRequestError } from "@leadline/core/errors"
import { makeCarriesKey } from "../../src/http/carriesKey.ts"
import { mapError } from "../../src/leadline/mapError.ts"

const key = "sk_upstream_key_1"

describe("an answer", () => {
  const carries = makeCarriesKey(Redacted.make(key))

  it.each([key, `Bearer ${key}.`, [1, [key]], { a: { b: key } }, { [`x-${key}`]: null }])(
    "with the key is found: %j",
    (value) => assert.isTrue(carries(value))
  )

  it.each([key.slice(1), "", 1, null, undefined, true, new Uint8Array(8), { a: ["sk", "_upstream_key_1"] }])(
    "without the key is not: %j",
    (value) => assert.isFalse(carries(value))
  )

  it("may hold a key of fewer than 16 characters, which is a word", () => {
    assert.isFalse(makeCarriesKey(Redacted.make("x".repeat(15)))("x".repeat(15)))
    assert.isTrue(makeCarriesKey(Redacted.make("x".repeat(16)))("x".repeat(16)))
  })

  it("that refuses a field of that name is a bad gateway", () => {
    const error = new InvalidRequestError({ message: "No.", status: 400, param: key })
    assert.strictEqual(mapError(error, { isStored: false }, carries)._tag, "ConnectionError")
    assert.strictEqual(mapError(error, { isStored: false }, () => false)._tag, "InvalidRequestError")
  })
})
