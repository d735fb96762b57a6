// Calls of a backend: what is logged, large bodies, answers that are large or carry its key, and the errors of callers.
import { InvalidRequestError } from "@leadline/core/errors"
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { makeCarriesKey } from "../../src/http/carriesKey.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { answer, vectors } from "../../src/http/limits.ts"
import { mapError } from "../../src/leadline/mapError.ts"
import { linesOf, servedRequest, test } from "../support/effects.ts"
import { useModel } from "../support/modelServer.ts"
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
    [401, /refuses this server's API key".*"backend":"local"/],
    [404, /check .*"backend":"local".*"status":404/],
    [500, /"A call to the backend failed",{"backend":"local"/]
  ])("says what to do about %i, and nothing of what the backend says", function* ([status, words]) {
    const { call } = yield* over({ status, body: secret })
    const lines = JSON.stringify(yield* linesOf(Effect.exit(call())))
    assert.match(lines, words)
    assert.notInclude(lines, "secret-text")
  })

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

  test("says that the answer of a model cannot be used", function* () {
    const { chat } = yield* useModel(() => ({ body: {} }))
    const messages = [{ role: "user" as const, content: "x" }]
    const asking = chat.create({ model: "sonar", disable_search: true, messages })
    const lines = JSON.stringify(yield* linesOf(Effect.flip(asking)))
    assert.match(lines, /answer of a model server cannot be used",.*"backend":"model".*"it has no choices"/)
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

/** Texts of JSON with so many characters, commas, or colons and a comma less. */
const text = (characters: number) => `"${"x".repeat(characters)}"`
const list = (commas: number) => `[${"1,".repeat(commas)}1]`
const names = (colons: number) => `{${'"a":1,'.repeat(colons - 1)}"a":1}`

describe("an answer", () => {
  it("may hold a key of fewer than 16 characters, which is a word, and no longer one, a name neither", () => {
    assert.isTrue(carries({ a: [1, { [`x-${key}`]: null }] }))
    for (const length of [15, 16])
      assert.strictEqual(makeCarriesKey(Redacted.make("x".repeat(length)))("x".repeat(length)), length === 16)
  })

  test.each([
    [`${answer.members} commas and colons`, "chat/completions", names, answer.members / 2],
    [`${answer.bytes} bytes`, "chat/completions", text, answer.bytes - 2],
    [`${vectors.colons} names where it has vectors`, "embeddings", names, vectors.colons],
    // So many take seconds to parse.
    [
      `${vectors.members} numbers where it has vectors`,
      "embeddings",
      list,
      vectors.members,
      answer.members + 1
    ]
  ] as const)("has %s at most", function* ([, path, make, most, read = most]) {
    yield* (yield* over({ parts: [make(read)] })).call({}, `/v1/${path}`)
    const refused = (yield* over({ parts: [make(most + 1)] })).call({}, `/v1/${path}`)
    const message = "The model service could not be used."
    assert.deepInclude(yield* Effect.flip(refused), { _tag: "ConnectionError", message })
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
