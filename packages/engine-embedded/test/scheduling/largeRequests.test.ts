// Large requests let others run, can be interrupted, and take no long step.
import { Chat, type ChatRequest } from "@leadline/core/chat"
import { type Ask, Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Responses } from "@leadline/core/responses"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { readQuestion } from "../../src/question-answering/question.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { makeLexicon } from "../../src/vectors/lexicon.ts"
import { choice, engine } from "../support/decisions.ts"
import { engines, testOver } from "../support/engines.ts"
import { harbour } from "../support/services.ts"
import { interruptedAfter, turnsOf } from "../support/turns.ts"
import { wordVectors } from "../support/wordVectors.ts"

const test = testOver(Context.merge(harbour, engines))

const sonar = (content: string, more: Partial<ChatRequest> = {}) =>
  Chat.use((chat) => chat.create({ model: "sonar", messages: [{ role: "user", content }], ...more }))
const decide = (state: string | object) =>
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
const embed = (...input: ReadonlyArray<string>) =>
  Embeddings.use((embeddings) => embeddings.create({ model: "svc-embed-v1-4b", input }))

/** Characters of a body; characters between two pauses, at most, on average. */
const body = 524_288
const share = 150_000
const long = (piece: string) => piece.repeat(body / piece.length)

describe(`a body of ${body} characters lets others run`, () => {
  const messages = Array.from({ length: body / 40 }, () => ({ role: "user" as const, content: "a b" }))
  test.each([
    ["a state of one text", decide(long("word "))],
    ["a state of many texts", decide(Array.from({ length: body / 128 }, () => "a".repeat(128)))],
    [
      "a state of many names",
      decide(Object.fromEntries(Array.from({ length: body / 8 }, (_, at) => [at, 0])))
    ],
    ["512 short texts to embed", embed(...Array<string>(512).fill("The tide turns."))],
    ["long texts to embed", embed(...Array<string>(512).fill("b".repeat(body / 512)))],
    ["a question", sonar(long("why not "))],
    ["a question without blanks", sonar(long("b"))],
    ["a question of many lines", sonar(long("Why is it? ab\n\n\n"))],
    ["a text to summarize", sonar(long("The tide turns. "), { disable_search: true })],
    ["a conversation of many messages", sonar("Why?", { messages })],
    ["the output of a function", respond(long("The tide turns.\n"))],
    ["the output of a function in one line", respond(long("The tide turns. "))]
  ] as const)("%s", function* ([, work]) {
    assert.isAbove(yield* turnsOf<Effect.Services<typeof work>>(work), body / share)
  })
})

const questions = 8
/** Questions of 255 options. */
const wide: ReadonlyArray<Ask> = Array.from({ length: questions }, (_, q) =>
  choice(
    `Which of these fits question ${q}?`,
    Array.from(
      { length: 255 },
      (__, at) => [`option ${at}`, at % 3 === 0 ? "refund of charges" : null] as const
    )
  )
)

test("questions of 255 options let others run, and stop when they are interrupted", function* () {
  const weighing = engine.weigh("I was charged twice and I want a refund. The export is broken.", wide)
  assert.lengthOf((yield* weighing).weights.flat(), 255 * questions)
  assert.isAtLeast(yield* turnsOf(weighing), 3 * questions)
  const { isInterrupted, turnsAfter } = yield* interruptedAfter(3, weighing)
  assert.isTrue(isInterrupted)
  assert.isAtMost(turnsAfter, 2)
})

describe("reading a question", () => {
  const lexicon = makeLexicon(wordVectors)
  it.each(["why not ", "Why is it? ab\n", "\n", "A. B. ", "b", "a’", "1,", "潮は六時に。"])(
    "takes no long step in %j again and again",
    (piece) => {
      const turns = [{ role: "user" as const, text: piece.repeat(100_000 / piece.length) }]
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

/** 40 steps, four of which fill a slice. */
const steps = function* () {
  yield* Array.from({ length: 40 }, () => 250)
  return "done"
}

test("a time slicer runs steps to their end, and lets others run whenever a slice is full", function* () {
  let others = 0
  // It yields by itself each time.
  yield* Effect.forkChild(Effect.forever(Effect.sync(() => others++)), { startImmediately: true })
  const before = others
  assert.strictEqual(yield* makeTimeSlicer().run(steps()), "done")
  assert.strictEqual(others - before, 10)
})
