import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { AsyncChat, make } from "../../../../src/resources/chat/async/index.ts"
import { clientOver, type Step } from "../../../fixtures/wire.ts"
import { completed as answered, record, request, response } from "../../../fixtures/asyncChat.ts"
import { test } from "../../../fixtures/effects.ts"

const completed = { ...answered, started_at: 1_790_000_001, completed_at: 1_790_000_002 }

const answering = (answer: unknown) =>
  make({
    create: () => Effect.succeed(answer),
    get: () => Effect.succeed(answer),
    list: () => Effect.succeed(answer)
  })

describe("a record", () => {
  test.each([
    record,
    completed,
    { ...record, status: "FAILED", failed_at: 1, error_message: "no" },
    { ...record, started_at: null, completed_at: null, failed_at: null, response: null, error_message: null },
    { ...record, status: "QUEUED" },
    { ...record, priority: 1 }
  ])("passes as it is: %#", function* (answer) {
    assert.deepEqual(yield* answering(answer).get({ id: "r1" }), answer)
    assert.deepEqual(yield* answering(answer).create({ request }), answer)
  })

  test.each([
    null,
    {},
    { ...record, status: undefined },
    { ...record, created_at: "1790000000" },
    { ...record, created_at: 1.5 },
    { ...completed, response: null },
    { ...completed, response: undefined },
    { ...completed, response: {} },
    { ...completed, response: { ...response, choices: [] } },
    { ...record, error_message: 1 }
  ])("that breaks the contract is an InvalidResponseError: %#", function* (answer) {
    assert.strictEqual((yield* Effect.flip(answering(answer).get({ id: "r1" })))._tag, "InvalidResponseError")
    assert.strictEqual(
      (yield* Effect.flip(answering(answer).create({ request })))._tag,
      "InvalidResponseError"
    )
  })

  test("of another id or another model does not fit what was asked", function* () {
    const other = yield* Effect.flip(answering(record).get({ id: "r2" }))
    assert.strictEqual(other._tag, "InvalidResponseError")
    const model = yield* Effect.flip(
      answering(record).create({ request: { ...request, model: "sonar-pro" } })
    )
    assert.strictEqual(model._tag, "InvalidResponseError")
  })
})

const page = (count: number) => answering({ requests: Array.from({ length: count }, () => record) })

describe("a page", () => {
  const { status: _, ...summary } = record

  test("passes with and without states and token", function* () {
    const pages = [
      { requests: [] },
      { requests: [summary], next_token: null },
      { requests: [{ ...summary, started_at: null }, record], next_token: "t" }
    ]
    for (const each of pages) assert.deepEqual(yield* answering(each).list(), each)
  })

  test("with more entries than asked for is an InvalidResponseError", function* () {
    assert.strictEqual((yield* page(2).list({ limit: 2 })).requests.length, 2)
    assert.strictEqual((yield* Effect.flip(page(3).list({ limit: 2 })))._tag, "InvalidResponseError")
    assert.strictEqual((yield* page(50).list()).requests.length, 50)
    assert.strictEqual((yield* Effect.flip(page(51).list()))._tag, "InvalidResponseError")
  })
})

const over = <A, E>(
  steps: ReadonlyArray<Step>,
  call: (chat: AsyncChat["Service"]) => Effect.Effect<A, E>
) => {
  const { layer, sent } = clientOver(steps)
  return Effect.map(Effect.result(AsyncChat.use(call).pipe(Effect.provide(layer))), (result) => ({
    result,
    sent: sent.map(({ request: { method, url } }) => `${method} ${url}`)
  }))
}
const created: Step = { body: JSON.stringify(record) }

describe("the client", () => {
  test.live("asks again after an unknown outcome only with an idempotency key", function* () {
    const steps = [{ status: 500 }, created]
    const without = yield* over(steps, (chat) => chat.create({ request }))
    assert.deepEqual([without.result._tag, without.sent.length], ["Failure", 1])
    const none = yield* over(steps, (chat) => chat.create({ request, idempotency_key: null }))
    assert.deepEqual([none.result._tag, none.sent.length], ["Failure", 1])
    const key = yield* over(steps, (chat) => chat.create({ request, idempotency_key: "k" }))
    assert.deepEqual([key.result._tag, key.sent.length], ["Success", 2])
  })

  it.live.each(["", "a/b", "..", "a?b", "a".repeat(129), "é"])("sends nothing for what is no id: %#", (id) =>
    Effect.gen(function* () {
      const { result, sent } = yield* over([created], (chat) => chat.get({ id }))
      assert.deepInclude(result, { _tag: "Failure" })
      assert.deepEqual(sent, [])
    })
  )
})
