// Calls of a backend: what is logged, large bodies, answers that are large or carry its key, and the errors of callers.
import { InvalidRequestError } from "@leadline/core/errors"
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { makeCarriesKey } from "../../src/http/carriesKey.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import * as limits from "../../src/http/limits.ts"
import { mapError } from "../../src/leadline/mapError.ts"
import { systemOne } from "../../src/system-one/kind.ts"
import { linesOf, servedRequest, test } from "../support/effects.ts"
import { searchOf, useModel } from "../support/modelServer.ts"
import { type Reply, scriptedTransport } from "../support/scriptedTransport.ts"

/** Calls of a server that always gives this reply, and its requests. */
const over = (reply: Reply) => {
  const { layer, requests } = scriptedTransport(() => reply)
  return Effect.map(
    Effect.provide(makeJsonClient({ name: "local", url: "https://a.example" }), layer),
    (client) => ({
      requests,
      call: (body: object = {}, path = "/v1/chat/completions") =>
        client.call({ operation: "chat.create", path, body })
    })
  )
}

describe("the log", () => {
  const secret = { error: { message: "secret-text", type: "secret-text" } }

  test.each([
    [401, "InternalServerError", /refuses this server's API key".*"backend":"local"/],
    [404, "InternalServerError", /check .*"backend":"local".*"status":404/],
    [429, "UnavailableError", /"backend":"local"/],
    [500, "ConnectionError", /"A call to the backend failed",{"backend":"local"/]
  ])(
    "says what to do about status %i, and nothing of what the backend says",
    function* ([status, tag, words]) {
      const { call } = yield* over({ status, body: secret })
      const failing = Effect.map(Effect.flip(call()), ({ _tag }) => assert.strictEqual(_tag, tag))
      const lines = JSON.stringify(yield* linesOf(failing))
      assert.match(lines, words)
      assert.notInclude(lines, "secret-text")
    }
  )

  test("warns once in ten seconds that the backend has a rate limit, with its Retry-After", function* () {
    const { call } = yield* over({ status: 429, headers: { "retry-after": "7" }, body: {} })
    const warnings = (times: number) =>
      Effect.map(linesOf(Effect.replicateEffect(Effect.flip(call()), times)), (lines) =>
        lines.filter(({ level }) => level === "Warn").map(({ message }) => Object(message)[1])
      )
    const [first, ...others] = yield* warnings(3)
    assert.deepOwnInclude(first, { backend: "local", operation: "chat.create", retryAfterMs: 7_000 })
    assert.deepStrictEqual(others, [])
    yield* TestClock.adjust(10_000)
    assert.lengthOf(yield* warnings(1), 1)
  })

  test("says that the answer of a model, or of a decision server, cannot be used", function* () {
    const { chat } = yield* useModel(() => ({ body: {} }))
    const messages = [{ role: "user" as const, content: "x" }]
    const asking = chat.create({ model: "sonar", disable_search: true, messages })
    const lines = JSON.stringify(yield* linesOf(Effect.flip(asking)))
    assert.match(lines, /answer of a model server cannot be used",.*"backend":"model".*"it has no choices"/)
    const settings = { name: "second", kind: "system-one", url: "http://a.example", server: "llamacpp" }
    const made = systemOne.make(settings as never, searchOf(0))
    const { decisions } = (yield* Effect.provide(made, scriptedTransport(() => ({ body: {} })).layer))
      .services
    const questions = { refund: { type: "noul", instructions: "Pay back?" } } as const
    const deciding = decisions?.create({ model: "m", state: "a", questions }) ?? Effect.void
    const others = JSON.stringify(yield* linesOf(Effect.flip(deciding)))
    assert.match(others, /"backend":"second".*"The answer of a decision server cannot be used"/)
  })
})

test("a large request is encoded in pieces, as the same JSON", function* () {
  const { call, requests } = yield* over({ body: {} })
  const list = Array.from({ length: 3_000 }, (_, at) => at)
  const body = { text: "\u20ac".repeat(200_000), no: undefined, list }
  yield* call(body)
  yield* call({ text: "a" })
  const [large, small] = requests.map((request) => request.body)
  assert.instanceOf(large, Uint8Array)
  assert.isTrue(new TextDecoder().decode(large) === JSON.stringify(body))
  assert.strictEqual(requests[0]?.headers["content-type"], "application/json")
  assert.strictEqual(small, '{"text":"a"}')
})

const key = "sk_upstream_key_1"
const carries = makeCarriesKey(Redacted.make(key))

/** Has so many commas. */
const list = (commas: number) => Array.from({ length: commas + 1 }, () => 1)
/** Has so many colons, and a comma less. */
const names = (colons: number) =>
  Object.fromEntries(Array.from({ length: colons }, (_, at) => [`name ${at}`, "é"]))

describe("an answer", () => {
  it("may hold a key of fewer than 16 characters, which is a word, and no longer one, a name neither", () => {
    assert.isTrue(carries({ a: [1, { [`x-${key}`]: null }] }))
    for (const length of [15, 16])
      assert.strictEqual(makeCarriesKey(Redacted.make("x".repeat(length)))("x".repeat(length)), length === 16)
  })

  const { answer, vectors } = limits

  test.each<readonly [string, string, (size: number) => unknown, number]>([
    [`${answer.members} commas and colons`, "/v1/chat/completions", names, answer.members / 2],
    [`${answer.bytes} bytes`, "/v1/chat/completions", (size) => "x".repeat(size), answer.bytes - 2],
    [`${vectors.members} numbers where it has vectors`, "/v1/embeddings", list, vectors.members],
    [`${vectors.colons} names where it has vectors`, "/v1/embeddings", names, vectors.colons]
  ])("has %s at most", function* ([, path, make, most]) {
    const sent = make(most)
    const read = yield* (yield* over({ body: sent })).call({}, path)
    // As text: large values are not compared one by one.
    assert.isTrue(JSON.stringify(read) === JSON.stringify(sent))
    const error = yield* Effect.flip((yield* over({ body: make(most + 1) })).call({}, path))
    assert.deepInclude(error, { _tag: "ConnectionError", message: "The model service could not be used." })
  })

  test("takes the memory of its request as it arrives; without it, that is 503 and no fault of the backend", function* () {
    let left = 999_999
    const request = { ...servedRequest().request, takeAnswer: (bytes: number) => bytes <= left }
    const { call } = yield* over({ body: "x".repeat(999_998) })
    const ask = Effect.provideService(call(), CurrentRequest, request)
    for (let times = 0; times < 20; times++) {
      const message = "The server holds too many large answers at once."
      assert.deepInclude(yield* Effect.flip(ask), { _tag: "UnavailableError", message, phase: "body" })
    }
    left++
    assert.strictEqual(String(yield* ask).length, 999_998)
  })
})

const message = "postgres://root@10.0.0.7 refuses sk-upstream-key"
const mapped = (more: object) =>
  mapError(new InvalidRequestError({ message, status: 400, ...more }), { isStored: false }, carries)

describe("the error of another server of the contract", () => {
  it("about the request keeps known types, param and issue paths but not its message, nor unknown ones", () => {
    const path = ["messages", 0, "role"]
    const known = { type: "invalid_request", param: "tools[0].name" } as const
    assert.deepInclude(mapped({ ...known, issues: [{ path, message }] }), {
      ...known,
      message: "messages[0].role: refused by the model service",
      issues: [{ path, message: "Refused by the model service" }]
    })
    const unknown = mapped({ type: message, param: message, issues: [{ path: [message], message }] })
    assert.notInclude(JSON.stringify(unknown), "postgres")
    assert.notProperty(unknown, "type")
  })

  it("that names the key as a field is a bad gateway", () => {
    assert.strictEqual(mapped({ param: key })._tag, "ConnectionError")
  })
})
