// The `DecisionModel` of effect/ai over the decisions service.
import * as AiError from "effect/ai/AiError"
import type * as Decision from "effect/ai/Decision"
import * as DecisionModel from "effect/ai/DecisionModel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { ApiError } from "../../errors/ApiError.ts"
import { decisions } from "../../resources/decisions/resource.ts"
import type { Answer } from "../../resources/decisions/answers.ts"
import type { Model, Question } from "../../resources/decisions/schema.ts"
import { Decisions } from "../../resources/decisions/service.ts"
import type { Content } from "../../schema/Content.ts"
import { isJsonObject } from "../../schema/Json.ts"

/** Decisions that are answered: `locate` is none of them. */
type Answerable = Exclude<Decision.Any, Decision.Locate>

const questionOf = (decision: Answerable): Question => {
  const { instructions } = decision
  switch (decision._tag) {
    case "Classify":
      return { type: "choice", instructions, criteria: decision.criteria }
    case "Rate":
      return {
        type: "score",
        instructions,
        criteria: decision.criteria.map(({ description }) => description)
      }
    case "Probability":
      return {
        type: "noul",
        instructions,
        ...(decision.criteria !== undefined && { criteria: decision.criteria })
      }
  }
}

const answerOf = (decision: Answerable, answer: Answer): DecisionModel.ProviderAnswer => {
  switch (answer.type) {
    case "choice":
      return {
        _tag: "Classify",
        label: answer.choice,
        probabilities: answer.probabilities,
        confidence: answer.confidence
      }
    case "score": {
      const levels = decision._tag === "Rate" ? decision.criteria : []
      return {
        _tag: "Rate",
        rating: answer.score,
        probabilities: Object.fromEntries(
          levels.map(({ label }, level) => [label, answer.probabilities[level] ?? 0])
        ),
        confidence: answer.confidence
      }
    }
    case "noul":
      return { _tag: "Probability", probability: answer.noul }
  }
}

/** JSON that looks like the part of an image is content. */
const dataOf = (json: Schema.Json): Schema.Json =>
  isJsonObject(json) && json["type"] === "image_url" ? [json] : json

/** The input, and after it each image under the reference that the input has in its place. */
const stateOf = ({ images = [], state }: DecisionModel.ProviderOptions<Answerable>): Content => {
  const parts = images.flatMap(({ image: { data, mediaType }, reference }): ReadonlyArray<Schema.Json> => [
    `Image ${reference}:`,
    {
      type: "image_url",
      image_url: { url: typeof data === "string" ? `data:${mediaType};base64,${data}` : data.href }
    }
  ])
  if (parts.length > 0) return [dataOf(state), ...parts]
  if (Array.isArray(state)) return state.map(dataOf)
  return typeof state === "string" || isJsonObject(state) ? state : [state]
}

const reasonOf = (error: ApiError): AiError.AiErrorReason => {
  const { message: description, requestId, status } = error
  const common = {
    description,
    metadata: {
      leadline: {
        error: error._tag,
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { requestId })
      }
    }
  }
  switch (error._tag) {
    case "InvalidRequestError":
    case "NotFoundError":
    case "ConflictError":
    case "PayloadTooLargeError":
      return new AiError.InvalidRequestError(common)
    case "AuthenticationError":
      return new AiError.AuthenticationError({ kind: "InvalidKey", ...common })
    case "PermissionDeniedError":
      return new AiError.AuthenticationError({ kind: "InsufficientPermissions", ...common })
    case "RateLimitError":
      return new AiError.RateLimitError({
        metadata: common.metadata,
        ...(error.retryAfter !== undefined && { retryAfter: Duration.millis(error.retryAfter) })
      })
    case "InvalidResponseError":
      return new AiError.InvalidResponseError(common)
    case "ConnectionError":
      if (!error.isRetryable) return new AiError.UnknownError(common)
      return new AiError.NetworkError({
        reason: "TransportError",
        method: decisions.operations.create.method,
        url: decisions.operations.create.path,
        description
      })
    default:
      return error.isRetryable ? new AiError.InternalProviderError(common) : new AiError.UnknownError(common)
  }
}

const aiError = (error: ApiError): AiError.AiError =>
  AiError.make({ module: "Leadline", method: "decide", reason: reasonOf(error) })

/** Options of {@link layerDecisionModel}. */
export interface DecisionModelOptions {
  /** The model that answers, such as `decider-27b`. */
  readonly model: Model
}

/**
 * `DecisionModel` of `effect/ai` over the `Decisions` of a client or an engine: `Decision.probability`, `classify` and
 * `rate` are questions of type noul, choice and score. A `Decision.Image` must be base64 of a PNG, JPEG or WebP; a URL is
 * refused, and so is `Decision.locate`. Fails with an `AiError`, whose `reason.metadata.leadline` has the class, status and
 * request id of the `ApiError`. The client retries, so do not retry again.
 */
export const layerDecisionModel = ({
  model
}: DecisionModelOptions): Layer.Layer<DecisionModel.DecisionModel, never, Decisions> =>
  Layer.effect(
    DecisionModel.DecisionModel,
    Effect.flatMap(Decisions, ({ create }) =>
      DecisionModel.make({
        // The contract lets a server round to two decimals.
        probabilityPrecision: 2,
        supportsImages: true,
        decide: (options) => {
          const asked = Object.entries(options.decisions)
          const questions = Object.fromEntries(asked.map(([name, decision]) => [name, questionOf(decision)]))
          return create({ model, state: stateOf(options), questions }).pipe(
            Effect.mapError(aiError),
            Effect.map((response) => ({
              answers: Object.fromEntries(
                asked.map(([name, decision]) => [name, answerOf(decision, response.answers[name] as Answer)])
              ),
              usage: { inputTokens: response.usage.input_tokens, outputTokens: response.usage.output_tokens },
              modelId: response.model
            }))
          )
        }
      })
    )
  )
