// The cost to the caller of calls of another server of the contract.
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { type CallUsage, CurrentSpending } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { type BackendOptions, layerBackend, layerResource } from "../../src/index.ts"
import { test } from "../support/effects.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"

const questions = { a: { type: "noul", instructions: "Is it?" } } as const
const decide = Decisions.use(({ create }) => create({ model: "decider-27b", state: "x", questions }))
const say = (content: string, more: object = {}) =>
  Chat.use(({ create }) => create({ model: "sonar", messages: [{ role: "user", content }], ...more }))

/** Runs calls of a scripted server, and gives what each was charged; undefined: it began and cost nothing. */
const charged = Effect.fnUntraced(function* <E>(
  script: Script,
  calls: Effect.Effect<unknown, E, Chat | Decisions>,
  options: Omit<BackendOptions, "baseUrl"> = {}
) {
  const heard: Array<CallUsage | undefined> = []
  const spending = {
    begin: (_: () => CallUsage, used: () => CallUsage | undefined) => () => void heard.push(used())
  }
  const backend = layerBackend({ baseUrl: "https://a.example", ...options })
  const services = Layer.mergeAll(layerResource("chat"), layerResource("decisions")).pipe(
    Layer.provide(backend),
    Layer.provide(scriptedTransport(script).layer)
  )
  yield* calls.pipe(Effect.exit, Effect.provideService(CurrentSpending, spending), Effect.provide(services))
  return heard
})

const decides: Script = () => ({
  body: {
    model: "decider-27b",
    answers: { a: { type: "noul", noul: 0.5 } },
    usage: { input_tokens: 1_000, output_tokens: 0 }
  }
})

/** Answers at this cost, but a chat of "hang" never. */
const chats =
  (cost: object | null): Script =>
  ({ body }) => {
    if (String(body).includes("hang")) return undefined
    const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }]
    const usage = { prompt_tokens: 15, completion_tokens: 5, total_tokens: 20, cost }
    return { body: { id: "c", model: "sonar", created: 1, choices, usage } }
  }
const answers = chats({ input_tokens_cost: 0.1, output_tokens_cost: 0.1, total_cost: 0.2 })

describe("a call of another server", () => {
  test("of decisions costs their list price, or that of the configuration", function* () {
    const used = { inputTokens: 1_000, outputTokens: 0 }
    assert.deepStrictEqual(yield* charged(decides, decide), [{ ...used, cost: 0.000_04 }])
    const prices = { "decider-27b": { input: 1 } }
    assert.deepStrictEqual(yield* charged(decides, decide, { prices }), [{ ...used, cost: 0.001 }])
  })

  test("of a model without a price costs the dearest one, unless the answer names its cost", function* () {
    const prices = { cheap: { input: 1, output: 2_000 }, dear: { input: 1_000, output: 1 } }
    const free = { ...prices, sonar: { input: 0 } }
    for (const [script, call, given, cost] of [
      [decides, decide, prices, 1],
      [chats(null), say("Is it?"), prices, 0.025],
      [chats(null), say("Is it?"), free, 0],
      [answers, say("Is it?"), prices, 0.2]
    ] as const)
      assert.strictEqual((yield* charged(script, call, { prices: given }))[0]?.cost, cost)
  })

  test("that is cut costs fifty tokens a second until a text comes, and no more than its limit", function* () {
    const calls = Effect.forEach([{}, { max_tokens: 300 }], (more) =>
      Effect.gen(function* () {
        const hanging = yield* Effect.forkChild(say("hang", more), { startImmediately: true })
        yield* Effect.yieldNow
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.interrupt(hanging)
      })
    )
    const outputs = (yield* charged(answers, calls)).map((used) => used?.outputTokens)
    assert.deepStrictEqual(outputs, [500, 300])
  })

  test("that is cancelled while it waits for another one, or refused, costs nothing", function* () {
    const calls = Effect.gen(function* () {
      const first = yield* Effect.forkChild(say("hang"), { startImmediately: true })
      const second = yield* Effect.forkChild(say("hang"), { startImmediately: true })
      yield* Effect.yieldNow
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
    })
    const [waited, sent] = yield* charged(answers, calls, { concurrency: 1 })
    assert.isUndefined(waited)
    assert.isAbove(sent?.inputTokens ?? 0, 0)
    const refused = yield* charged(() => ({ status: 500, body: {} }), say("Is it?"))
    assert.deepStrictEqual(refused, [undefined])
  })
})
