// The `DecisionModel` of effect/ai over a recording implementation of decisions.
import { assert } from "@effect/vitest"
import * as Decision from "effect/ai/Decision"
import * as DecisionModel from "effect/ai/DecisionModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ApiError from "../../src/errors/ApiError.ts"
import { layerDecisionModel } from "../../src/helpers/effect-ai/index.ts"
import { Decisions, make } from "../../src/resources/decisions/index.ts"
import { test } from "../fixtures/effects.ts"
import { dataUrl, wholePng } from "../fixtures/images.ts"

const noul = { type: "noul", noul: 0.25 }
const choice = {
  type: "choice",
  choice: "__proto__",
  confidence: 0.2,
  probabilities: JSON.parse(`{"billing":0.33,"support":0.33,"__proto__":0.35}`)
}
const score = {
  type: "score",
  score: 1.1,
  confidence: 0.5,
  legend: { 0: "at peace", 1: { like: "a wasp" }, 2: "furious" },
  probabilities: { 0: 0.2, 1: 0.5, 2: 0.3 }
}
const teams = JSON.parse(`{"billing":"Invoices","support":null,"__proto__":null}`)
const criteria = { true: "gone", false: "found" }
const moods = [
  { label: "calm", description: "at peace" },
  { label: "cross", description: { like: "a wasp" } },
  "furious"
] as const
const decisions = {
  lost: Decision.probability({ instructions: ["Is it lost?"], criteria }),
  team: Decision.classify({ instructions: { ask: "Who takes it?" }, criteria: teams }),
  mood: Decision.rate({ instructions: "How cross?", criteria: moods })
}
const usage = { input_tokens: 7, output_tokens: 3 }

type Create = Parameters<typeof make>[0]["create"]

/** Decides over an implementation of decisions: what it was asked, and what comes of its answer. */
const decide = Effect.fnUntraced(function* <
  Input extends Schema.Constraint,
  D extends Record<string, Decision.Any>
>(answer: ReturnType<Create>, definition: Decision.Definition<Input, D>, input: Input["Type"]) {
  let asked: Parameters<Create>[0] | undefined
  const create: Create = (request) => {
    asked = request
    return answer
  }
  const model = Layer.provide(
    layerDecisionModel({ model: "decider-27b" }),
    Layer.succeed(Decisions, make({ create }))
  )
  const given = yield* Effect.provide(DecisionModel.decide(definition, { input }), model)
  return { asked, given }
})

/** What an implementation answers. */
const answering = (answers: object) =>
  Effect.succeed({ model: "decider-27b", answers: answers as never, usage })

test("decisions are questions of the contract, whose answers come back under their labels", function* () {
  const { asked, given } = yield* decide(
    answering({ lost: noul, team: choice, mood: score }),
    Decision.make({ input: Schema.Struct({ text: Schema.String }), decisions }),
    { text: "Where is my money?" }
  )
  assert.deepStrictEqual<unknown>(asked, {
    model: "decider-27b",
    state: { text: "Where is my money?" },
    questions: {
      lost: { type: "noul", instructions: ["Is it lost?"], criteria },
      team: { type: "choice", instructions: { ask: "Who takes it?" }, criteria: teams },
      mood: { type: "score", instructions: "How cross?", criteria: Object.values(score.legend) }
    }
  })
  const { lost, mood, team } = given.answers
  assert.strictEqual(lost.probability, 0.25)
  assert.deepInclude(team, { label: "__proto__", confidence: 0.2 })
  // Rounded by the server to a sum of 1.01.
  assert.closeTo(Object.values<number>(team.probabilities)[0] ?? NaN, 0.33 / 1.01, 1e-12)
  assert.deepInclude(mood, { rating: 1.1, label: "cross", confidence: 0.5 })
  assert.deepInclude(mood.probabilities, { calm: 0.2, cross: 0.5, furious: 0.3 })
  assert.deepInclude(given.usage, { inputTokens: 7, outputTokens: 3 })
})

test("images follow the state, each under the reference in its place", function* () {
  const sure = { sure: Decision.probability({ instructions: "Is it?" }) }
  const answer = answering({ sure: noul })
  const input = Schema.Struct({ title: Schema.String, photo: Decision.Image })
  const photo = { mediaType: "image/png", data: new Uint8Array(wholePng) }
  const { asked } = yield* decide(answer, Decision.make({ input, decisions: sure }), { title: "Mug", photo })
  const state = asked?.state as unknown as ReadonlyArray<{ readonly photo: string }> | undefined
  const reference = state?.[0]?.photo
  assert.deepStrictEqual<unknown>(state, [
    { title: "Mug", photo: reference },
    `Image ${reference}:`,
    { type: "image_url", image_url: { url: dataUrl("image/png", wholePng) } }
  ])
})

const message = "It failed."
const failures: ReadonlyArray<readonly [ApiError.ApiError, reason: object]> = [
  [new ApiError.NotFoundError({ message }), { _tag: "InvalidRequestError" }],
  [new ApiError.InternalServerError({ message, status: 500 }), { _tag: "InternalProviderError" }],
  [new ApiError.ConnectionError({ message, reason: "refused" }), { _tag: "NetworkError" }],
  [new ApiError.ConnectionError({ message, reason: "certificate" }), { _tag: "UnknownError" }]
]

test.each(failures)("%s is an AiError, retryable as the failure is", function* ([given, reason]) {
  const definition = Decision.make({ input: Schema.String, decisions })
  const error = yield* Effect.flip(decide(Effect.fail(given), definition, "x"))
  assert.deepInclude(error.reason, reason)
  assert.strictEqual(error.isRetryable, given.isRetryable)
  assert.include(error.message, message)
})
