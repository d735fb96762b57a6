// Large requests let others run, can be interrupted, and take no long step.
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { readQuestion } from "../../src/question-answering/question.ts"
import { makeTimeSlicer } from "../../src/scheduling/timeSlicer.ts"
import { choice, engine } from "../support/decisions.ts"
import { lexicon } from "../support/engines.ts"
import { createChat, createResponse, test } from "../support/services.ts"
import { turnsOf } from "../support/turns.ts"

const decide = (state: string | object) =>
  Decisions.use(({ create }) =>
    create({ model: "decider-27b", state, questions: { a: { type: "noul", instructions: "Is it?" } } })
  )
const respond = (output: string) =>
  createResponse({
    model: "openai/gpt-5",
    input: [
      { role: "user", content: "What is the tide?" },
      { type: "function_call", call_id: "a", name: "tide", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output }
    ]
  })
const embed = (...input: ReadonlyArray<string>) =>
  Embeddings.use((embeddings) => embeddings.create({ model: "svc-embed-v1-4b", input }))

/** Characters of a body; characters between two pauses, at most, on average. */
const body = 524_288
const share = 150_000
const long = (piece: string) => piece.repeat(body / piece.length)

const messages = Array.from({ length: body / 40 }, () => ({ role: "user" as const, content: "a b" }))
test.each([
  ["a state of one text", decide(long("word "))],
  ["a state of many texts", decide(Array.from({ length: body / 128 }, () => "a".repeat(128)))],
  ["a state of many names", decide({ ...Array<number>(body / 8).fill(0) })],
  ["512 short texts to embed", embed(...Array<string>(512).fill("The tide turns."))],
  ["long texts to embed", embed(...Array<string>(512).fill("b".repeat(body / 512)))],
  ["a question", createChat(long("why not "))],
  ["a question without blanks", createChat(long("b"))],
  ["a question of many lines", createChat(long("Why is it? ab\n\n\n"))],
  ["a text to summarize", createChat(long("The tide turns. "), { disable_search: true })],
  ["a conversation of many messages", createChat("Why?", { messages })],
  ["the output of a function", respond(long("The tide turns.\n"))],
  ["the output of a function in one line", respond(long("The tide turns. "))]
] as const)(`a body of ${body} characters lets others run: %s`, function* ([, work]) {
  const { turns } = yield* turnsOf<Effect.Services<typeof work>>(work)
  assert.isAbove(turns, body / share)
})

const questions = 8
const options = Array.from({ length: 255 }, (_, at) => [`option ${at}`, at % 3 ? null : "refund"] as const)
const wide = Array.from({ length: questions }, (_, at) => choice(`Which fits question ${at}?`, ...options))

test("questions of 255 options let others run, and stop when they are interrupted", function* () {
  const weighing = engine.weigh("I was charged twice and I want a refund. The export is broken.", wide)
  assert.lengthOf((yield* weighing).weights.flat(), 255 * questions)
  assert.isAtLeast((yield* turnsOf(weighing)).turns, 3 * questions)
  const { isInterrupted, turns } = yield* turnsOf(weighing, 3)
  assert.isTrue(isInterrupted)
  assert.isAtMost(turns, 5)
})

it.each(["why not ", "Why is it? ab\n", "\n", "A. B. ", "b", "a’", "1,", "潮は六時に。"])(
  "reading a question takes no long step in %j again and again",
  (piece) => {
    const turns = [{ role: "user" as const, text: piece.repeat(100_000 / piece.length) }]
    const costs = [...readQuestion(lexicon, [...turns, ...turns])]
    assert.isAbove(costs.length, 10)
    assert.isEmpty(costs.filter((cost) => cost >= 4_000))
  }
)

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
