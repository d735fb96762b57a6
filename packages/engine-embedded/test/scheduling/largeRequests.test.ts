// A large request does not block the event loop, and can be interrupted.
import { assert, describe, it } from "@effect/vitest"
import type { ChatRequest } from "@leadline/core/chat"
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Responses } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import { layerEmbeddings } from "../../src/index.ts"
import { readQuestion } from "../../src/question-answering/question.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { choice, engine } from "../support/decisions.ts"
import { services } from "../support/services.ts"
import { wordVectors } from "../support/wordVectors.ts"

const wide = Array.from({ length: 128 }, (_, q) =>
  choice(
    `Which of these fits question ${q}?`,
    Array.from({ length: 255 }, (__, o) => [`option ${o}`, o % 3 === 0 ? "refund of charges" : null] as const)
  )
)
const state = "I was charged twice and I want a refund. The export is broken."

describe("128 questions of 255 options", () => {
  it.live("leave room for timers", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      const weighing = yield* weigher.weigh(state, wide)
      clearInterval(timer)
      assert.strictEqual(weighing.weights.flat().length, 128 * 255)
      assert.isAbove(ticks, 50)
    })
  )

  it.live("stop when they are interrupted", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      const fiber = yield* Effect.forkChild(weigher.weigh(state, wide))
      yield* Effect.sleep(20)
      yield* Fiber.interrupt(fiber)
      const exit = yield* Fiber.await(fiber)
      assert.strictEqual(exit._tag, "Failure")
    })
  )
})

describe("a state of 32 MiB", () => {
  it.live("leaves room for timers while its tokens are counted", () =>
    Effect.gen(function* () {
      const weigher = yield* engine
      const names = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(300, "k"))
      const large = Object.fromEntries(names.map((name) => [name, 0]))
      let ticks = 0
      const timer = setInterval(() => ticks++, 1)
      const tokens = yield* weigher.countTokens(large, [])
      clearInterval(timer)
      // Each line is a name, a colon, a blank and a digit; between two of them is a line end.
      assert.strictEqual(tokens, 24 + (100_000 * 304 - 1 + 1) / 4)
      assert.isAbove(ticks, 20)
    })
  )
})

const length = 4 * 1_048_576
const long = (piece: string) => piece.repeat(length / piece.length)
const sonar = (content: string, more: Partial<ChatRequest> = {}) =>
  Effect.flatMap(Chat, (chat) =>
    chat.create({ model: "sonar", messages: [{ role: "user", content }], ...more })
  )
const decide = (about: string | ReadonlyArray<string>) =>
  Effect.flatMap(Decisions, (decisions) =>
    decisions.create({
      model: "decider-27b",
      state: about,
      questions: { a: { type: "noul", instructions: "Is it?" } }
    })
  )
const respond = (output: string) =>
  Effect.flatMap(Responses, (responses) =>
    responses.create({
      model: "xai/grok-4-1-fast-non-reasoning",
      input: [
        { type: "message", role: "user", content: "What is the tide?" },
        { type: "function_call", call_id: "a", name: "tide", arguments: "{}" },
        { type: "function_call_output", call_id: "a", output }
      ]
    })
  )
const layerAll = Layer.mergeAll(services(), layerEmbeddings)

/** How often a request pauses. Work is counted, not timed, so the number is always the same. */
const turnsOf = (work: Effect.Effect<unknown, unknown, Layer.Success<typeof layerAll>>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<Layer.Success<typeof layerAll>>()
    let turns = 0
    const scheduler = new Scheduler.MixedScheduler("async", (run) => {
      turns++
      const handle = setImmediate(run)
      return () => clearImmediate(handle)
    })
    yield* Effect.promise(() => Effect.runPromiseExit(Effect.provideContext(work, context), { scheduler }))
    return turns
  })

/** Characters between two pauses, at most, on average. */
const share = 150_000

describe("a body of 4 MiB", () => {
  it.live.each([
    ["a state of one text", decide(long("word "))],
    ["a state of many texts", decide(Array.from({ length: length / 128 }, () => "a".repeat(128)))],
    ["a state of escaped signs", decide(long('"'))],
    [
      "texts to embed",
      Effect.flatMap(Embeddings, (embeddings) =>
        embeddings.create({
          model: "svc-embed-v1-0.6b",
          input: Array(512).fill("b".repeat(length / 512))
        })
      )
    ],
    ["a question", sonar(long("why not "))],
    ["a question without blanks", sonar(long("b"))],
    ["a question of many lines", sonar(long("Why is it? ab\n\n\n"))],
    ["a text to summarize", sonar(long("The tide turns. "), { disable_search: true })],
    [
      "a conversation of many messages",
      sonar("Why?", {
        messages: Array.from({ length: 100_000 }, () => ({ role: "user" as const, content: "a b" }))
      })
    ],
    ["the output of a function", respond(long("The tide turns.\n"))],
    ["the output of a function in one line", respond(long("The tide turns. "))]
  ] as const)("%s leaves room for others", ([, work]) =>
    Effect.gen(function* () {
      assert.isAbove(yield* turnsOf(work), length / share)
    }).pipe(Effect.provide(layerAll))
  )
})

describe("512 short texts to embed", () => {
  it.live("leave room for others", () =>
    Effect.gen(function* () {
      const embedded = Effect.flatMap(Embeddings, (embeddings) =>
        embeddings.create({ model: "svc-embed-v1-4b", input: Array(512).fill("The tide turns.") })
      )
      assert.isAbove(yield* turnsOf(embedded), 100)
    }).pipe(Effect.provide(layerAll))
  )
})

describe("reading a question", () => {
  const lexicon = makeLexicon(wordVectors)
  it.each(["why not ", "Why is it? ab\n", "a\n", "\n", "A. B. ", "b", "(", "a’", "1,", "潮は六時に。", "Σ_"])(
    "takes no long step in %j again and again",
    (piece) => {
      const turns = [{ role: "user" as const, text: piece.repeat(250_000 / piece.length) }]
      let [longest, steps] = [0, 0]
      for (const cost of readQuestion(lexicon, [...turns, ...turns])) {
        longest = Math.max(longest, cost)
        steps++
      }
      assert.isAbove(steps, 10)
      assert.isBelow(longest, 4_000)
    }
  )
})
