// Structured output: fills a caller's schema from a conversation and the pages that answer it.
// Source: §4.7, §4.10.
import { addNotice, notFoundNotice, type SchemaNode, schemaTooComplex } from "@leadline/core/internal"
import type { Answer, Decisions } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Findings } from "../question-answering/research.ts"
import type { Turn } from "../question-answering/conversation.ts"
import type { Decision } from "./readOptions.ts"
import type { SchemaPool } from "./SchemaPool.ts"
import { type GivenTexts, maxPassages } from "./sources.ts"

/** Least probability at which an option, or a yes or no, is taken. */
const minProbability = 0.6

const outcomeOf = (answer: Answer | undefined): string | undefined => {
  if (answer === undefined) return undefined
  const shares = answer.type === "noul" ? { true: answer.noul, false: 1 - answer.noul } : answer.probabilities
  return Object.entries(shares).find(([, share]) => share >= minProbability)?.[0]
}

/** Asks the decisions engine; questions about the same text share a request. */
const decideAll = Effect.fnUntraced(function* (
  decisions: Decisions["Service"],
  asked: ReadonlyArray<Decision>
) {
  const outcomes: Array<string | undefined> = []
  for (const [state, all] of Map.groupBy(asked.entries(), ([, decision]) => decision.state)) {
    const questions = Object.fromEntries(all.map(([index, { question }]) => [`q${index}`, question]))
    const { answers } = yield* decisions.create({ model: "decider-27b", state, questions })
    for (const [index] of all) outcomes[index] = outcomeOf(answers[`q${index}`])
  }
  return outcomes
})

/**
 * The JSON text of a value that satisfies the schema, extracted from texts, the first ones first. Optional properties that they
 * do not hold are left out; others have the emptiest value that the schema takes, and are named by a notice. The result is a
 * failure when the schema takes no value. The effect fails for a schema that takes too long to work with, and when the decisions engine does.
 */
export const fillSchema = Effect.fnUntraced(function* (
  schemas: SchemaPool["Service"],
  decisions: Decisions["Service"],
  schema: SchemaNode,
  given: ReadonlyArray<GivenTexts>
) {
  const task = { schema, given }
  let result = yield* schemas.run(task)
  if (result !== undefined && result.decisions.length > 0)
    result = yield* schemas.run({ ...task, outcomes: yield* decideAll(decisions, result.decisions) })
  if (result === undefined) return yield* schemaTooComplex()
  if (result.value === undefined) return Result.fail("No value satisfies the schema.")
  if (result.notFound.length > 0) yield* addNotice(notFoundNotice(result.notFound))
  return Result.succeed(JSON.stringify(result.value))
})

/** Messages of a conversation that are read, at most. */
const maxTexts = 40

/**
 * The texts that values are extracted from: the newest user message, with the pages if it only asks; then earlier messages and
 * outputs of tools, newest first. Instructions mostly say how to answer.
 */
export const textsOf = (
  { chosen, pages, question, ranked }: Findings,
  turns: ReadonlyArray<Turn>
): ReadonlyArray<GivenTexts> => {
  const last = turns.findLast(({ role }) => role === "user")
  const isOfPages = question.onlyAsks && pages.length > 0
  const answers = isOfPages ? chosen.map(({ passage }) => passage) : []
  const cited = new Set(answers.map(({ source }) => source))
  const ofCited = ranked.flatMap(({ passage }) => (cited.has(passage.source) ? passage : []))
  const others = turns.filter((turn) => turn !== last && turn.role !== "system").map(({ text }) => text)
  return [
    {
      question: question.whole.text,
      texts: [last?.text ?? question.whole.text],
      answers,
      ranked: ofCited.slice(0, maxPassages),
      pages: pages.filter(({ id }) => cited.has(id)).map(({ snippet, url }) => ({ snippet, url }))
    },
    { texts: others.slice(-maxTexts).toReversed() }
  ]
}
