// Translates the dialect to decisions and back: lists to names, typed choices to options.
// Assumed: ours, for what decisions have no word for.
import * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import * as limits from "../limits.ts"
import { type KnownModels, versionOf } from "../models.ts"
import type { Answer, DecisionsRequest, DecisionsResponse, Question as Decision } from "../schema.ts"
import type { Instructions, OpenAiRequest, OpenAiResponse, Question } from "./schema.ts"
import { stateOf } from "./state.ts"

const textOf = (instructions: Instructions): string =>
  typeof instructions === "string"
    ? instructions
    : instructions
        .flatMap((part) => {
          if (part.type === "input_image") return []
          return part.type === "input_text" ? part.text : JSON.stringify(part.data)
        })
        .join("\n")

const decisionOf = (question: Question): Decision => {
  const instructions = textOf(question.instructions)
  switch (question.type) {
    case "predicate":
      return { type: "noul", instructions }
    case "choice": {
      const options = question.choices.map(({ description = null, value }) => [String(value), description])
      return { type: "choice", instructions, criteria: Object.fromEntries(options) }
    }
    case "score": {
      const criteria = question.levels.map(({ description, label }) =>
        description === undefined ? label : `${label}: ${description}`
      )
      return { type: "score", instructions, criteria }
    }
  }
}

/** Names for all questions: their own, or by their places where they have none. */
const namesOf = (questions: ReadonlyArray<Question>): ReadonlyArray<string> => {
  const taken = new Set(questions.flatMap(({ name }) => name ?? []))
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name)
  // An empty name is one here, and none in decisions.
  return questions.map(({ name }, index) =>
    typeof name === "string" && name !== "" ? name : free(`q${index}`)
  )
}

/** A question with its name in decisions. */
interface Named {
  readonly name: string
  readonly question: Question
}

/** The requests of decisions for a request of the dialect, and the questions in their order. */
export interface Translated {
  readonly questions: ReadonlyArray<Named>
  /** More than one where the questions are more than one takes. */
  readonly requests: ReadonlyArray<DecisionsRequest>
}

/** Translates a request. */
export const toDecisions = (
  { input, model, questions }: OpenAiRequest,
  models: KnownModels
): Effect.Effect<Translated, ApiError.InvalidRequestError> =>
  Effect.map(versionOf(model, models), (version) => {
    const names = namesOf(questions)
    const named = questions.map((question, index): Named => ({ name: names[index] ?? "", question }))
    const state = stateOf(input)
    const { max } = limits.questions
    const requests = Array.from({ length: Math.ceil(named.length / max) }, (_, part) => ({
      model: version,
      state,
      questions: Object.fromEntries(
        named.slice(part * max, (part + 1) * max).map(({ name, question }) => [name, decisionOf(question)])
      )
    }))
    return { questions: named, requests }
  })

const own = <A>(values: { readonly [name: string]: A }, name: string): A | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

type OpenAiAnswer = OpenAiResponse["answers"][number]

const answerOf = (question: Question, answer: Answer | undefined): ReadonlyArray<OpenAiAnswer> => {
  const name = question.name ?? null
  if (question.type === "predicate" && answer?.type === "noul")
    return [{ type: "predicate", name, probability: answer.noul }]
  if (question.type === "choice" && answer?.type === "choice") {
    const { choice, confidence, probabilities: shares } = answer
    const chosen = question.choices.find(({ value }) => String(value) === choice)
    const probabilities = question.choices.map(({ value }) => ({
      value,
      probability: own(shares, String(value)) ?? 0
    }))
    return [{ type: "choice", name, choice: chosen?.value ?? choice, confidence, probabilities }]
  }
  if (question.type === "score" && answer?.type === "score") {
    const { confidence, probabilities: shares, score } = answer
    const probabilities = question.levels.map(({ label }, value) => ({
      value,
      label,
      probability: own(shares, String(value)) ?? 0
    }))
    return [{ type: "score", name, score, confidence, probabilities }]
  }
  return []
}

const total = (
  responses: ReadonlyArray<DecisionsResponse>,
  field: "input_tokens" | "output_tokens"
): number => responses.reduce((sum, { usage }) => sum + usage[field], 0)

/** USD, if the engine reports it with the tokens. */
const costOf = (usage: object): ReadonlyArray<number> => {
  const cost: unknown = Reflect.get(usage, "cost")
  const usd: unknown = typeof cost === "object" && cost !== null ? Reflect.get(cost, "total_cost") : undefined
  return typeof usd === "number" ? [usd] : []
}

/** The usage of all responses. */
const usageOf = (responses: ReadonlyArray<DecisionsResponse>): OpenAiResponse["usage"] => {
  const input_tokens = total(responses, "input_tokens")
  const output_tokens = total(responses, "output_tokens")
  const costs = responses.flatMap(({ usage }) => costOf(usage))
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
    ...(costs.length > 0 && {
      cost: { currency: "USD", total_cost: costs.reduce((sum, cost) => sum + cost, 0) }
    })
  }
}

/** All requests of a translated one, and their responses, as one. */
export const asOne = (
  { requests }: Translated,
  responses: ReadonlyArray<DecisionsResponse>
): readonly [DecisionsRequest, DecisionsResponse] => {
  const [request] = requests
  const questions = Object.fromEntries(requests.flatMap((one) => Object.entries(one.questions)))
  const answers = Object.fromEntries(responses.flatMap((one) => Object.entries<Answer>(one.answers)))
  return [
    { model: request?.model ?? "", state: request?.state ?? "", questions },
    {
      model: request?.model ?? "",
      answers,
      usage: {
        input_tokens: total(responses, "input_tokens"),
        output_tokens: total(responses, "output_tokens")
      }
    }
  ]
}

/** The response of the dialect: answers in the order of their questions. */
export const fromDecisions = (
  { model }: OpenAiRequest,
  { questions }: Translated,
  responses: ReadonlyArray<DecisionsResponse>
): OpenAiResponse => {
  const answers = new Map(responses.flatMap((response) => Object.entries<Answer>(response.answers)))
  return {
    model,
    answers: questions.flatMap(({ name, question }) => answerOf(question, answers.get(name))),
    usage: usageOf(responses)
  }
}
