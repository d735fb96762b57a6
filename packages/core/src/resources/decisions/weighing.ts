// Makes a decisions engine of a function that weighs options.
// Source: §2.3, §4.1, §7.1, §8; Assumed: ours for the interface itself.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as ApiError from "../../errors/ApiError.ts"
import { noteModel } from "../../validation/answeredBy.ts"
import { addNotice } from "../../validation/notice.ts"
import * as limits from "./limits.ts"
import type { Ask, Weighing } from "./answersFromWeights.ts"
import { choiceAnswer, noulAnswer, probabilities, scoreAnswer } from "./answersFromWeights.ts"
import type { Answer, DecisionsRequest, Question } from "./schema.ts"
import type { Engine } from "./service.ts"

/** Weighs options. Softmax, confidence and rounding are not its concern. */
export interface Weigher {
  /** Its model with its version, to which policies are bound. Default: `weigh` says it by `noteModel`, or nobody does. */
  readonly model?: string
  readonly capabilities: {
    /** Does it read images, or only the rest of the content? */
    readonly images: "read" | "ignored"
    /** The most input tokens. */
    readonly contextTokens: number
    /** Does the same request always get the same weights? */
    readonly deterministic: boolean
  }
  /** Input tokens of the state, counted once, and of all asks. 0 where only the model counts, and the weighing says. */
  readonly countTokens: (
    state: Schema.Json,
    asks: ReadonlyArray<Ask>
  ) => Effect.Effect<number, ApiError.ApiError>
  /** One natural-log weight per option of each ask; any common offset. */
  readonly weigh: (state: Schema.Json, asks: ReadonlyArray<Ask>) => Effect.Effect<Weighing, ApiError.ApiError>
}

const toAsk = (question: Question): Ask => {
  const { type } = question
  const instructions = question.instructions ?? null
  if (question.type === "noul") {
    const yes = { name: "yes", description: question.criteria?.true ?? null }
    const no = { name: "no", description: question.criteria?.false ?? null }
    return { type, instructions, options: [yes, no] }
  }
  const options = Object.entries(question.criteria).map(([name, description]) => ({ name, description }))
  return { type, instructions, options }
}

const toAnswer = (question: Question, p: ReadonlyArray<number>): Answer => {
  if (question.type === "noul") return noulAnswer(p)
  return question.type === "choice"
    ? choiceAnswer(Object.keys(question.criteria), p)
    : scoreAnswer(question.criteria, p)
}

const isImage = (part: unknown): boolean => Predicate.isObject(part) && part["type"] === "image_url"

const hasImages = (state: unknown): boolean => Array.isArray(state) && state.some(isImage)

const defect = (what: string) =>
  Effect.andThen(
    Effect.logError(`The decisions engine gave ${what}`),
    new ApiError.InternalServerError({ message: "The decisions engine failed." })
  )

const overContext = (tokens: number, limit: number) =>
  new ApiError.InvalidRequestError({
    message: `state and questions: expected fewer than ${limit} input tokens, got ${tokens}`,
    type: "invalid_request"
  })

/** Questions with one option are answered without the engine, free of charge. */
const decided = (ask: Ask): boolean => ask.options.length === 1

/** An engine of a weigher: adds the token limit, the deadline, the readout, usage, and a warning for ignored images. */
export const fromWeigher = (weigher: Weigher): Engine => {
  const { contextTokens, images } = weigher.capabilities
  const limit = Math.min(contextTokens, limits.inputTokens)
  const create = Effect.fnUntraced(function* (request: typeof DecisionsRequest.Type) {
    const asked = Object.entries(request.questions).map(([name, question]) => ({
      name,
      question,
      ask: toAsk(question)
    }))
    const open = asked.filter(({ ask }) => !decided(ask))
    const asks = open.map(({ ask }) => ask)
    const tokens = asks.length === 0 ? 0 : yield* weigher.countTokens(request.state, asks)
    if (tokens >= limit) return yield* overContext(tokens, limit)
    if (images === "ignored" && asks.length > 0 && hasImages(request.state))
      yield* addNotice("images-ignored")
    const weighing: Weighing = asks.length === 0 ? { weights: [] } : yield* weigher.weigh(request.state, asks)
    if (weigher.model !== undefined && asks.length > 0) yield* noteModel(weigher.model, null)
    if (weighing.weights.length !== asks.length)
      return yield* defect("another number of weightings than asked")
    const answers: Array<[string, Answer]> = []
    let next = 0
    for (const { ask, name, question } of asked) {
      const at = decided(ask) ? undefined : next++
      const weights = at === undefined ? [0] : weighing.weights[at]
      const p =
        weights?.length === ask.options.length
          ? probabilities(weights, at === undefined ? 1 : weighing.temperatures?.[at])
          : undefined
      if (p === undefined)
        return yield* defect(`weights for ${ask.options.length} options that are no distribution`)
      answers.push([name, toAnswer(question, p)])
    }
    return {
      model: request.model,
      answers: Object.fromEntries(answers),
      usage: { input_tokens: weighing.inputTokens ?? tokens, output_tokens: 0 }
    }
  })
  return {
    create: (request) =>
      create(request).pipe(
        Effect.timeoutOrElse({
          duration: limits.modelWait,
          orElse: () =>
            Effect.fail(
              new ApiError.DeadlineExceededError({
                message: "The model did not answer in time.",
                phase: "service"
              })
            )
        })
      )
  }
}
