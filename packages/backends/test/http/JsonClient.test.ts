// Calls of a backend: deadlines, rate limits, large bodies, and answers that carry the key of the backend.
import { InvalidRequestError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { makeCarriesKey } from "../../src/http/carriesKey.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { mapError } from "../../src/leadline/mapError.ts"
import { linesOf, test } from "../support/effects.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

const call = { operation: "decisions.create", path: "/v1/systemone", body: {} }
const makeClient = makeJsonClient({ name: "local", url: "https://a.example" })

const warnings = (lines: ReadonlyArray<{ readonly level: string; readonly message: unknown }>) =>
  lines.filter(({ level }) => level === "Warn").map(({ message }) => Object(message)[1])

describe("a client of a backend", () => {
  test("fails with 504 when the end of a response does not come in time", function* () {
    const { layer } = scriptedTransport(() => ({ status: 200, body: undefined }))
    const asking = Effect.flatMap(makeClient, (client) => Effect.flip(client.call(call)))
    const fiber = yield* Effect.forkChild(Effect.provide(asking, layer))
    yield* TestClock.adjust(60_000)
    assert.strictEqual((yield* Fiber.join(fiber))._tag, "DeadlineExceededError")
  })

  test("warns once in ten seconds that the backend has a rate limit, with its Retry-After", function* () {
    const { layer } = scriptedTransport(() => ({ status: 429, headers: { "retry-after": "7" }, body: {} }))
    const client = yield* Effect.provide(makeClient, layer)
    const asking = Effect.flip(client.call(call))
    const fields = { backend: "local", operation: "decisions.create", retryAfterMs: 7_000 }
    const [first, ...others] = warnings(yield* linesOf(Effect.replicateEffect(asking, 3)))
    assert.deepOwnInclude(first, fields)
    assert.deepStrictEqual(others, [])
    yield* TestClock.adjust(10_000)
    assert.lengthOf(warnings(yield* linesOf(asking)), 1)
  })

  test("encodes a large request in pieces, as the same JSON", function* () {
    const { layer, requests } = scriptedTransport(() => ({ status: 200, body: {} }))
    const client = yield* Effect.provide(makeClient, layer)
    const list = Array.from({ length: 3_000 }, (_, at) => at)
    const body = { text: "\u20ac".repeat(200_000), no: undefined, list }
    yield* client.call({ ...call, body })
    yield* client.call({ ...call, body: { text: "a" } })
    const [large, small] = requests.map((request) => request.body)
    assert.instanceOf(large, Uint8Array)
    assert.isTrue(new TextDecoder().decode(large) === JSON.stringify(body))
    assert.strictEqual(requests[0]?.headers["content-type"], "application/json")
    assert.strictEqual(small, '{"text":"a"}')
  })
})

describe("an answer", () => {
  const key = "sk_upstream_key_1"
  const carries = makeCarriesKey(Redacted.make(key))

  it.each<readonly [unknown, boolean]>([
    [key, true],
    [`Bearer ${key}.`, true],
    [[1, [key]], true],
    [{ a: { b: key } }, true],
    [{ [`x-${key}`]: null }, true],
    [key.slice(1), false],
    [null, false],
    [{ a: ["sk", "_upstream_key_1"] }, false]
  ])("carries the key: %j: %s", (value, expected) => assert.strictEqual(carries(value), expected))

  it("may hold a key of fewer than 16 characters, which is a word", () => {
    for (const length of [15, 16])
      assert.strictEqual(makeCarriesKey(Redacted.make("x".repeat(length)))("x".repeat(length)), length === 16)
  })

  it("that refuses a field of that name is a bad gateway", () => {
    const error = new InvalidRequestError({ message: "No.", status: 400, param: key })
    assert.strictEqual(mapError(error, { isStored: false }, carries)._tag, "ConnectionError")
    assert.strictEqual(mapError(error, { isStored: false }, () => false)._tag, "InvalidRequestError")
  })
})
