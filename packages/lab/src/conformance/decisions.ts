// Conformance cases of decisions, for every engine and every setup.
import type { DecisionsRequest, Question, Questions } from "@leadline/core/decisions"
import * as limits from "@leadline/core/decisions"
import { Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { layerFakeDecisions } from "../fakes/decisions.ts"
import { decisionsWire } from "../wire/decisions.ts"
import { type Conformance, conformanceCase, expect, expectSame } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

const check = conformanceCase<Decisions>

const state = "I was charged twice for March, please pay it back. The app itself works fine."
const questions = {
  refund: { type: "noul", instructions: "Does the writer ask for money back?" },
  broken: { type: "noul", criteria: { true: "the app does not work", false: "the app works" } },
  team: {
    type: "choice",
    instructions: "Who handles this?",
    criteria: { billing: "Invoices", technical: "Bugs", sales: null }
  },
  mood: { type: "score", criteria: ["calm", "annoyed", "furious"] },
  only: { type: "choice", criteria: { one: null } }
} as const satisfies Questions

const ask = <const Q extends Questions>(
  asked: DecisionsRequest<Q>["questions"],
  about: DecisionsRequest["state"] = state
) =>
  Decisions.use((decisions) => decisions.create<Q>({ model: "decider-27b", state: about, questions: asked }))

const close = (left: number, right: number) => Math.abs(left - right) <= 1e-9

const total = (probabilities: { readonly [name: string]: number }) =>
  Object.values(probabilities).reduce((sum, p) => sum + p, 0)

/** Names with types, in the order of the names. */
const kinds = (of: { readonly [name: string]: { readonly type: string } }) =>
  Object.entries(of)
    .map(([name, { type }]) => `${name} ${type}`)
    .toSorted()

/** Sends a body without type checks. */
const unchecked = (body: unknown) => Decisions.use((decisions) => decisions.create(body as DecisionsRequest))

const count = (size: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`n${index}`, value]))
const noul: Question = { type: "noul", instructions: "x" }

const cases: Conformance<Decisions>["cases"] = [
  check("each question is answered under its name and in its kind", function* () {
    const { answers, model, usage } = yield* ask(questions)
    yield* expect(model === "decider-27b", "the model is not echoed")
    yield* expectSame(kinds(answers), kinds(questions))
    yield* expect(usage.input_tokens > 0 && usage.output_tokens === 0, "usage")
  }),
  check(
    "probabilities cover the options and sum to 1; the choice is the likeliest; the score is the mean",
    function* () {
      const { answers } = yield* ask(questions)
      const { choice, confidence, probabilities } = answers.team
      yield* expectSame(Object.keys(probabilities).toSorted(), ["billing", "sales", "technical"])
      yield* expect(close(total(probabilities), 1), "sum of the choice")
      const largest = Math.max(...Object.values(probabilities))
      yield* expect(probabilities[choice] === largest, "not the likeliest")
      yield* expect(close(confidence, Math.max(0, (largest - 1 / 3) / (2 / 3))), "confidence")
      const { legend, probabilities: levels, score } = answers.mood
      yield* expectSame(legend, { 0: "calm", 1: "annoyed", 2: "furious" })
      yield* expect(close(total(levels), 1), "sum of the score")
      yield* expect(close(score, levels[1] + 2 * levels[2]), "mean")
      yield* expect(answers.refund.noul >= 0 && answers.refund.noul <= 1, "noul")
    }
  ),
  check(
    "a single option is certain",
    Effect.flatMap(ask({ only: questions.only }), ({ answers, usage }) =>
      expect(
        answers.only.confidence === 1 && answers.only.probabilities.one === 1 && usage.input_tokens === 0,
        "not certain, or not free"
      )
    )
  ),
  check("an answer depends on its question alone, not on time, name, company or order", function* () {
    const { answers } = yield* ask(questions)
    yield* expectSame((yield* ask(questions)).answers, answers)
    const alone = yield* ask({ renamed: questions.team })
    yield* expectSame(alone.answers.renamed, answers.team)
    const { mood, team, refund } = questions
    const turned = (yield* ask({ mood, team, refund })).answers
    yield* expectSame([turned.mood, turned.team, turned.refund], [answers.mood, answers.team, answers.refund])
  }),
  check(
    `${limits.questions.max} questions, ${limits.options.max} options and ${limits.levels.max} levels are answered`,
    function* () {
      const { answers } = yield* ask(count(limits.questions.max, noul) as Questions)
      yield* expect(Object.keys(answers).length === limits.questions.max, "questions")
      const wide = yield* ask({
        a: { type: "choice", criteria: count(limits.options.max, null) as { [name: string]: null } }
      })
      yield* expect(close(total(wide.answers.a.probabilities), 1), "options")
      const tall = yield* ask({
        a: { type: "score", criteria: Array.from({ length: limits.levels.max }, (_, i) => `level ${i}`) }
      })
      yield* expect(close(total(tall.answers.a.probabilities), 1), "levels")
    }
  ),
  check(
    "states of every form are answered",
    Effect.forEach(
      ["", {}, [], { text: state }, [state, { type: "text", text: "more" }, ["deep", { a: null }]]],
      (about) => ask({ refund: questions.refund }, about)
    )
  ),
  check("names that JavaScript knows are names only", function* () {
    const criteria = JSON.parse('{"__proto__":null,"constructor":"x","10":null,"2":null}')
    const asked: Questions = JSON.parse('{"__proto__":{"type":"noul","instructions":"x"}}')
    const { answers } = yield* ask({ ...asked, hasOwnProperty: { type: "choice", criteria } })
    const chosen = new Map(Object.entries(answers)).get("hasOwnProperty")
    const names = chosen?.type === "choice" ? Object.keys(chosen.probabilities).toSorted() : []
    yield* expectSame(names, ["10", "2", "__proto__", "constructor"])
  }),
  ...refusalsOf(decisionsWire, [unchecked])
]

export const decisions: Conformance<Decisions> = {
  fake: layerFakeDecisions,
  cases,
  ofFake: fakeCasesOf(decisionsWire, [unchecked]),
  wire: decisionsWire
}
