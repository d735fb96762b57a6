// What a call of a backend uses, as reported within bounds or by our own count, and what that costs the caller.
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { type CallUsage, CurrentSpending } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { type BackendOptions, layerBackend, layerResource } from "../../src/index.ts"
import { test } from "../support/effects.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"
import { CallCount, countTokens } from "../../src/http/usage.ts"

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

const answer = { type: "noul", noul: 0.5 }
const read = { input_tokens: 1_000, output_tokens: 0 }
const decides: Script = () => ({ body: { model: "decider-27b", answers: { a: answer }, usage: read } })

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

/** Counts a call with a prompt of 100 tokens, of which a text of 10 came, and the usage that is reported. */
const counting = (reported: unknown, request: unknown = "x".repeat(400)) => {
  const count = new CallCount(request)
  count.add({ choices: [{ delta: { content: "y".repeat(40) } }] })
  count.add({ choices: [], usage: reported })
  return count
}
const used = (reported: unknown, request?: unknown) => counting(reported, request).used(true)

const mostInput = 4 * 100 + 16_384
const image = `data:image/png;base64,${"A".repeat(100_000)}`
const part = { image_url: { url: image } }

describe("our own count", () => {
  it.each<readonly [tokens: number, value: unknown]>([
    [1, "abcd"],
    [2, "abcde"],
    [2, "東京"],
    [3, { a: { a: ["abc"] }, "": null }],
    [1_007, { messages: [{ content: [part] }] }],
    [2_008, { state: [part, part] }],
    // A text that a model reads is no image, however it begins.
    [50_016, { messages: [{ content: image, url: image }] }],
    [3 * 4 * 16_384, "東".repeat(16 * 16_384)],
    [0, undefined]
  ])("is %i: %#", (tokens, value) => assert.strictEqual(countTokens(value), tokens))
})

describe("the usage of a whole answer", () => {
  it.each<readonly [string, unknown, number, number]>([
    ["as it is reported", { prompt_tokens: 90, completion_tokens: 9 }, 90, 9],
    ["as the total, where it is all", { total_tokens: 90 }, 90, 10],
    ["at the least, under the other names", { input_tokens: 1, output_tokens: 1 }, 1, 1],
    ["below the least: replaced", { input_tokens: 0, output_tokens: 0 }, 100, 10],
    ["at the most", { input_tokens: mostInput, output_tokens: 131_072 }, mostInput, 131_072],
    ["beyond the most: replaced", { input_tokens: mostInput + 1, output_tokens: 131_073 }, 100, 10],
    ["with reasoning of the total", { prompt_tokens: 90, completion_tokens: 9, total_tokens: 200 }, 90, 110],
    ["without a total too high", { prompt_tokens: 90, completion_tokens: 9, total_tokens: 1e6 }, 90, 9],
    ["missing: replaced", undefined, 100, 10]
  ])("%s", (_, usage, input, output) => {
    assert.include(used(usage), { inputTokens: input, outputTokens: output })
  })

  it.each([
    [50, 50],
    [51, 10]
  ])("has no more tokens than the request allows: of %i, %i", (reported, counted) => {
    assert.strictEqual(used({ output_tokens: reported }, { max_tokens: 50 }).outputTokens, counted)
  })

  it.each([
    [10.01, 10.01],
    [10.010_001, undefined],
    [Infinity, undefined],
    ["1", undefined]
  ])("has a cost of %s USD as %s: of 10 tokens", (cost, counted) => {
    const tokens = { input_tokens: 5, output_tokens: 5 }
    assert.strictEqual(used({ ...tokens, cost }).cost, counted)
    assert.strictEqual(used({ ...tokens, cost: { total_cost: cost } }).cost, counted)
  })
})

it.each<readonly [string, unknown, number, number, number]>([
  ["what came at least", { input_tokens: 90, output_tokens: 9 }, 0, 100, 10],
  ["what is reported beyond", { input_tokens: 110, output_tokens: 11 }, 0, 110, 11],
  ["the tokens, too, of which nothing came", undefined, 500, 100, 510]
])("the usage of an answer that was cut is %s", (_, reported, unseen, inputTokens, outputTokens) => {
  assert.include(counting(reported).used(false, unseen), { inputTokens, outputTokens })
})
