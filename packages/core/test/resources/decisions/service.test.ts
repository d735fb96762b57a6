// `make` trusts neither side: requests are checked going in, answers coming out.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type DecisionsRequest, make } from "../../../src/resources/decisions/index.ts"
import { test } from "../../fixtures/effects.ts"

const questions = {
  sure: { type: "noul", instructions: "Is it?" },
  team: { type: "choice", criteria: { billing: null, support: "Help" } },
  mood: { type: "score", criteria: ["calm", "cross", "furious"] }
} as const
const request = { model: "decider-27b", state: "x", questions } as const satisfies DecisionsRequest

const sure = { type: "noul", noul: 0.5 }
const team = {
  type: "choice",
  choice: "support",
  confidence: 0.2,
  probabilities: { billing: 0.4, support: 0.6 }
}
const mood = {
  type: "score",
  score: 1.1,
  confidence: 0.5,
  legend: { 0: "calm", 1: "cross", 2: "furious" },
  probabilities: { 0: 0.2, 1: 0.5, 2: 0.3 }
}
const honest = {
  model: "decider-27b",
  answers: { sure, team, mood },
  usage: { input_tokens: 1, output_tokens: 0 }
}

const ask = (response: unknown) => make({ create: () => Effect.succeed(response) }).create(request)

describe("an answer of the contract", () => {
  test("is passed on as it is, unknown fields included", function* () {
    const more = { ...honest, answers: { ...honest.answers, sure: { ...sure, note: "new" } }, trace: [1] }
    assert.deepStrictEqual<unknown>(yield* ask(more), more)
  })

  test("has its answers and options in the order of the request, whatever the order they came in", function* () {
    const shuffled = { ...team, probabilities: { support: 0.6, billing: 0.4 }, note: "new" }
    const { answers } = yield* ask({ ...honest, answers: { mood, team: shuffled, sure } })
    assert.deepStrictEqual(Object.keys(answers), ["sure", "team", "mood"])
    assert.deepStrictEqual<unknown>(answers, { sure, team: { ...team, note: "new" }, mood })
    assert.deepStrictEqual(Object.keys(answers.team.probabilities), ["billing", "support"])
  })

  test("may be rounded to two decimals", function* () {
    const rounded = { ...team, probabilities: { billing: 0.4, support: 0.61 } }
    yield* ask({ ...honest, answers: { ...honest.answers, team: rounded } })
  })
})

const answers = (changed: object) => ({ ...honest, answers: { ...honest.answers, ...changed } })
const { sure: _, ...unsure } = honest.answers
const lies: ReadonlyArray<readonly [string, unknown]> = [
  ["nothing", undefined],
  ["text", "yes"],
  ["no answers", { ...honest, answers: {} }],
  ["a missing answer", { ...honest, answers: unsure }],
  ["an answer without a question", answers({ other: sure })],
  ["another model", { ...honest, model: "decider-27b-v0" }],
  ["no usage", { ...honest, usage: undefined }],
  ["negative tokens", { ...honest, usage: { input_tokens: -1, output_tokens: 0 } }],
  ["fractional tokens", { ...honest, usage: { input_tokens: 1.5, output_tokens: 0 } }],
  ["another kind of answer", answers({ sure: team })],
  ["an unknown kind of answer", answers({ sure: { type: "rank" } })],
  ["a probability above 1", answers({ sure: { type: "noul", noul: 1.01 } })],
  ["a probability below 0", answers({ sure: { type: "noul", noul: -0.01 } })],
  ["a probability that is no number", answers({ sure: { type: "noul", noul: Number.NaN } })],
  ["a choice that is no option", answers({ team: { ...team, choice: "sales" } })],
  ["a choice that is not the likeliest", answers({ team: { ...team, choice: "billing" } })],
  ["a sum far from 1", answers({ team: { ...team, probabilities: { billing: 0.4, support: 0.7 } } })],
  [
    "an option that was not offered",
    answers({ team: { ...team, probabilities: { sales: 0.4, support: 0.6 } } })
  ],
  ["an option left out", answers({ team: { ...team, probabilities: { support: 1 } } })],
  ["an inherited option name", answers({ team: { ...team, choice: "toString" } })],
  [
    "levels whose sum is far from 1",
    answers({ mood: { ...mood, score: 1.5, probabilities: { 0: 0.2, 1: 0.5, 2: 0.5 } } })
  ],
  ["a score that is not the mean", answers({ mood: { ...mood, score: 2 } })],
  ["a level left out", answers({ mood: { ...mood, score: 0.5, probabilities: { 0: 0.5, 1: 0.5 } } })],
  ["a legend left out", answers({ mood: { ...mood, legend: {} } })],
  ["a legend of other levels", answers({ mood: { ...mood, legend: { 1: "a", 2: "b", 3: "c" } } })]
]

describe("a lying engine is an InvalidResponseError", () => {
  test.each(lies)("%s", function* ([, lie]) {
    const error = yield* Effect.flip(ask(lie))
    assert.strictEqual(error._tag, "InvalidResponseError")
  })
})

describe("a wrong request", () => {
  test("never reaches the engine, and all its failures are named", function* () {
    let asked = 0
    const decisions = make({ create: () => Effect.sync(() => ++asked) })
    const wrong = { model: 1, state: 1, questions: {}, extra: true }
    // @ts-expect-error a request that no type check saw
    const error = yield* Effect.flip(decisions.create(wrong))
    assert.strictEqual(error._tag, "InvalidRequestError")
    assert.strictEqual(asked, 0)
    const issues = error._tag === "InvalidRequestError" ? (error.issues ?? []) : []
    assert.sameDeepMembers(
      issues.map(({ path }) => path.join(".")),
      ["model", "state", "questions", "extra"]
    )
  })
})

const state = (images: ReadonlyArray<unknown>) => {
  const engine = { create: () => Effect.succeed(honest) }
  return make(engine).create({ ...request, state: images })
}

describe("images of a state", () => {
  const url = "data:IMAGE/webp;base64,AAAA"
  const some = (size: number) =>
    Array.from({ length: size }, () => ({ type: "image_url", image_url: { url } }))

  test("are at most eight", function* () {
    yield* state(some(8))
    const error = yield* Effect.flip(state(some(9)))
    assert.strictEqual(error.message, "state: expected at most 8 images")
  })

  it.effect("without a URL, and what the URL holds, are for the service to check", () =>
    state([
      ...[undefined, null, { url: 1 }].map((image_url) => ({ type: "image_url", image_url })),
      ...some(1)
    ])
  )
})
