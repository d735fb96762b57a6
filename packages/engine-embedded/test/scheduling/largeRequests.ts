// Large requests, and how often each lets others run.
import { Chat, type ChatRequest } from "@leadline/core/chat"
import { type Ask, Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { choice, engine } from "../support/decisions.ts"
import { engines, testOver } from "../support/engines.ts"
import { harbour } from "../support/services.ts"
import { interruptedAfter, turnsOf } from "../support/turns.ts"

const services = Context.merge(harbour, engines)
type Services = typeof services extends Context.Context<infer R> ? R : never
const test = testOver(services)

const sonar = (content: string, more: Partial<ChatRequest> = {}) =>
  Chat.use((chat) => chat.create({ model: "sonar", messages: [{ role: "user", content }], ...more }))
const decide = (state: string | ReadonlyArray<string>) =>
  Decisions.use((decisions) =>
    decisions.create({
      model: "decider-27b",
      state,
      questions: { a: { type: "noul", instructions: "Is it?" } }
    })
  )
const respond = (output: string) =>
  Responses.use((responses) =>
    responses.create({
      model: "xai/grok-4-1-fast-non-reasoning",
      input: [
        { type: "message", role: "user", content: "What is the tide?" },
        { type: "function_call", call_id: "a", name: "tide", arguments: "{}" },
        { type: "function_call_output", call_id: "a", output }
      ]
    })
  )
const embed = (input: ReadonlyArray<string>, model: "svc-embed-v1-0.6b" | "svc-embed-v1-4b") =>
  Embeddings.use((embeddings) => embeddings.create({ model, input }))

/** Questions of 255 options. */
const wide = (questions: number): ReadonlyArray<Ask> =>
  Array.from({ length: questions }, (_, q) =>
    choice(
      `Which of these fits question ${q}?`,
      Array.from(
        { length: 255 },
        (__, option) => [`option ${option}`, option % 3 === 0 ? "refund of charges" : null] as const
      )
    )
  )
const state = "I was charged twice and I want a refund. The export is broken."

/** Characters between two pauses, at most, on average. */
const share = 150_000

/** Tests of requests of a size: characters of a body, questions of 255 options, names of a state. */
export const checkLargeRequests = (size: {
  readonly body: number
  readonly questions: number
  readonly names: number
}): void => {
  const long = (piece: string) => piece.repeat(size.body / piece.length)
  const messages = Array.from({ length: size.body / 40 }, () => ({ role: "user" as const, content: "a b" }))

  describe(`a body of ${size.body} characters lets others run`, () => {
    test.each<readonly [string, Effect.Effect<unknown, unknown, Services>]>([
      ["a state of one text", decide(long("word "))],
      ["a state of many texts", decide(Array.from({ length: size.body / 128 }, () => "a".repeat(128)))],
      ["a state of escaped signs", decide(long('"'))],
      ["texts to embed", embed(Array(512).fill("b".repeat(size.body / 512)), "svc-embed-v1-0.6b")],
      ["a question", sonar(long("why not "))],
      ["a question without blanks", sonar(long("b"))],
      ["a question of many lines", sonar(long("Why is it? ab\n\n\n"))],
      ["a question of many sentences in a line", sonar(long("Why is it? "))],
      ["a text to summarize", sonar(long("The tide turns. "), { disable_search: true })],
      ["a conversation of many messages", sonar("Why?", { messages })],
      ["the output of a function", respond(long("The tide turns.\n"))],
      ["the output of a function in one line", respond(long("The tide turns. "))]
    ])("%s", function* ([, work]) {
      assert.isAbove(yield* turnsOf(work), size.body / share)
    })
  })

  describe(`${size.questions} questions of 255 options`, () => {
    test("let others run", function* () {
      let weights = 0
      const weighing = Effect.map(engine.weigh(state, wide(size.questions)), (made) => {
        weights = made.weights.flat().length
      })
      assert.isAtLeast(yield* turnsOf(weighing), 3 * size.questions)
      assert.strictEqual(weights, 255 * size.questions)
    })

    test("stop when they are interrupted", function* () {
      const weighing = engine.weigh(state, wide(size.questions))
      const { isInterrupted, turnsAfter } = yield* interruptedAfter(3, weighing)
      assert.isTrue(isInterrupted)
      assert.isAtMost(turnsAfter, 2)
    })
  })

  test(`the tokens of a state of ${size.names} names are counted with pauses`, function* () {
    const names = Array.from({ length: size.names }, (_, number) => String(number).padStart(300, "k"))
    const large = Object.fromEntries(names.map((name) => [name, 0]))
    let tokens = 0
    const counting = Effect.map(engine.countTokens(large, []), (count) => {
      tokens = count
    })
    assert.isAbove(yield* turnsOf(counting), (size.names * 300) / share)
    // Each line is a name, a colon, a blank and a digit; between two of them is a line end.
    assert.strictEqual(tokens, 24 + (size.names * 304 - 1 + 1) / 4)
  })

  test("a question of 90,000 lines lets others run while its sentences are told apart", function* () {
    assert.isAbove(yield* turnsOf(sonar("a\n".repeat(90_000), { disable_search: true })), 400)
  })

  test("512 short texts to embed let others run", function* () {
    assert.isAbove(yield* turnsOf(embed(Array(512).fill("The tide turns."), "svc-embed-v1-4b")), 100)
  })
}
