// Answers of a backend that are large: what is read, what is refused, and how the key is looked for in them.
import { CurrentRequest } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { makeCarriesKey, makeFindKey } from "../../src/http/carriesKey.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import * as limits from "../../src/http/limits.ts"
import { test } from "../support/effects.ts"
import { servedRequest } from "../support/servedRequest.ts"
import { scriptedTransport } from "../support/scriptedTransport.ts"

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

describe("an answer", () => {
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

  test("of vectors has more numbers, and few names", function* () {
    const many = list(2 * limits.answer.members)
    assert.isTrue(yield* arrives(many, "/v1/embeddings"))
    assert.deepStrictEqual(yield* refusalOf(list(limits.vectors.members + 1), "/v1/embeddings"), badGateway)
    const most = names(limits.vectors.colons)
    assert.isTrue(yield* arrives(most, "/v1/embeddings"))
    assert.deepStrictEqual(yield* refusalOf(names(limits.vectors.colons + 1), "/v1/embeddings"), badGateway)
  })
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
    for (let call = 0; call < 20; call++) {
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

describe("the key of a backend", () => {
  const key = Redacted.make("secret-key-of-this-server")
  const carries = makeCarriesKey(key)

  it("is looked for with pauses, also behind many values", () => {
    const values = [...list(10_000), { deep: [null, { "a secret-key-of-this-server": 1 }] }]
    const search = makeFindKey(key)(values)
    assert.strictEqual(search.next().done, false)
    assert.strictEqual(search.next().done, false)
    assert.deepStrictEqual(search.next(), { done: true, value: true })
    assert.isFalse(carries(values.slice(0, -1)))
  })
})
