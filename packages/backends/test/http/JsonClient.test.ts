// Calls of a backend: deadlines, rate limits, large bodies, and answers that are large or carry the key of the backend.
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
import { CurrentRequest } from "@leadline/core/internal"
import * as limits from "../../src/http/limits.ts"
import { servedRequest } from "../support/servedRequest.ts"

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

/** The result of a call of a path that is answered with a body. */
const answered = (body: unknown, path = "/v1/chat/completions") => {
  const { layer } = scriptedTransport(() => ({ status: 200, body }))
  return makeJsonClient({ name: "local", url: "https://a.example" }).pipe(
    Effect.flatMap((client) => client.call({ operation: "chat.create", path, body: {} })),
    Effect.provide(layer),
    Effect.scoped
  )
}

const refusalOf = (body: unknown, path?: string) =>
  Effect.map(Effect.flip(answered(body, path)), ({ _tag: tag, message }) => [tag, message])

/** Whether an answer is what was sent. As text: large values are not compared one by one. */
const arrives = (sent: unknown, path?: string) =>
  Effect.map(answered(sent, path), (read) => JSON.stringify(read) === JSON.stringify(sent))

const badGateway = ["ConnectionError", "The model service could not be used."]

/** Has so many commas. */
const list = (commas: number) => Array.from({ length: commas + 1 }, () => 1)

/** Has so many colons, and a comma less. */
const names = (colons: number) =>
  Object.fromEntries(Array.from({ length: colons }, (_, at) => [`name ${at}`, "é"]))

describe("a large answer", () => {
  test(`has ${limits.answer.members} commas and colons at most`, function* () {
    const most = list(limits.answer.members)
    assert.isTrue(yield* arrives(most))
    assert.deepStrictEqual(yield* refusalOf(list(limits.answer.members + 1)), badGateway)
    const half = limits.answer.members / 2
    assert.isTrue(yield* arrives(names(half)))
    assert.deepStrictEqual(yield* refusalOf(names(half + 1)), badGateway)
  })

  test(`has ${limits.answer.bytes} bytes at most`, function* () {
    const most = "x".repeat(limits.answer.bytes - 2)
    assert.isTrue(yield* arrives(most))
    assert.deepStrictEqual(yield* refusalOf(`${most}x`), badGateway)
  })
})

test("an answer of vectors has more numbers, and few names", function* () {
  assert.isTrue(yield* arrives(list(2 * limits.answer.members), "/v1/embeddings"))
  assert.deepStrictEqual(yield* refusalOf(list(limits.vectors.members + 1), "/v1/embeddings"), badGateway)
  assert.isTrue(yield* arrives(names(limits.vectors.colons), "/v1/embeddings"))
  assert.deepStrictEqual(yield* refusalOf(names(limits.vectors.colons + 1), "/v1/embeddings"), badGateway)
})

describe("the memory of a request", () => {
  test("is taken for an answer as it arrives; without it, that is 503 and no fault of the backend", function* () {
    let left = 1_000_000
    const takeAnswer = (bytes: number) => bytes <= left
    const { layer } = scriptedTransport(() => ({ status: 200, body: "x".repeat(999_998) }))
    const client = yield* Effect.provide(makeJsonClient({ name: "local", url: "https://a.example" }), layer)
    const ask = client.call({ operation: "chat.create", path: "/v1/chat/completions", body: {} }).pipe(
      Effect.map((answer) => String(answer).length),
      Effect.provideService(CurrentRequest, { ...servedRequest().request, takeAnswer })
    )
    left--
    for (let times = 0; times < 20; times++) {
      const { _tag: tag, message, phase } = yield* Effect.flip(ask)
      assert.deepStrictEqual(
        [tag, message, phase],
        ["UnavailableError", "The server holds too many large answers at once.", "body"]
      )
    }
    left++
    assert.strictEqual(yield* ask, 999_998)
  })
})
