// The provider of the AI SDK: decision and embedding models over a client.
import {
  APICallError,
  type EmbeddingModelV4,
  type Experimental_DecisionModelV4 as DecisionModelV4,
  type Experimental_DecisionModelV4Answer as DecisionAnswer,
  type Experimental_DecisionModelV4CallOptions as DecisionOptions,
  type Experimental_DecisionModelV4Question as DecisionQuestion,
  type Experimental_DecisionModelV4StatePart as StatePart,
  type JSONValue,
  NoSuchModelError,
  type ProviderV4,
  type SharedV4Warning,
  UnsupportedFunctionalityError
} from "@ai-sdk/provider"
import type { Client, RequestOptions, ResponseInfo } from "@leadline/core/client"
import type { Answer, Model, Question } from "@leadline/core/decisions"
import { type EmbeddingsModel, requestTokens, texts, toInt8 } from "@leadline/core/embeddings"
import { type ApiError, isApiError } from "@leadline/core/errors"
import { imagePart } from "@leadline/core/files"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

const provider = "leadline"

/** JSON that looks like the part of an image is content. */
const dataOf = (json: JSONValue): JSONValue =>
  typeof json === "object" && json !== null && "type" in json && json["type"] === "image_url" ? [json] : json

const unsupported = (functionality: string) => new UnsupportedFunctionalityError({ functionality })

type FilePart = Extract<StatePart, { readonly type: "file" }>

/** A file of text as text, one of an image as the part of an image. */
const fileOf = async ({ data, mediaType }: FilePart) => {
  if (data.type === "text") return data.text
  if (data.type !== "data" || !/^image(\/|$)/.test(mediaType))
    throw unsupported(
      `A file in the state that is no text and no data of an image: ${data.type}, ${mediaType}`
    )
  const bytes = typeof data.data === "string" ? Result.getOrThrow(Base64.decode(data.data)) : data.data
  return imagePart("decisions", bytes)
}

const elementOf = async (part: StatePart) =>
  part.type === "text" ? part.text : part.type === "json" ? dataOf(part.value) : fileOf(part)

/** Texts are joined by line breaks, one part of JSON is its value; with others, parts are elements of a list. */
const stateOf = async (parts: ReadonlyArray<StatePart>): Promise<string | object> => {
  if (parts.every((part) => part.type === "text")) return parts.map(({ text }) => text).join("\n")
  const [only, ...others] = parts
  if (only?.type === "json" && others.length === 0) {
    const { value } = only
    if (Array.isArray(value)) return value.map(dataOf)
    return typeof value === "string" || (typeof value === "object" && value !== null) ? value : [value]
  }
  return Promise.all(parts.map(elementOf))
}

const questionOf = ({ type, ...question }: DecisionQuestion): Question => {
  if (type === "box") throw unsupported("Questions of type box")
  // The contract checks the question, and names what is wrong.
  return { type: type === "boolean" ? "noul" : type, ...question } as Question
}

const answerOf = (answer: Answer): DecisionAnswer => {
  switch (answer.type) {
    case "noul":
      return { type: "boolean", probability: answer.noul }
    case "choice":
      return { type: "choice", choice: answer.choice, probabilities: answer.probabilities }
    case "score":
      return { type: "score", score: answer.score, probabilities: answer.probabilities }
  }
}

const warningsOf = (options: DecisionOptions): Array<SharedV4Warning> =>
  (["maxOutputTokens", "reasoning"] as const)
    .filter((feature) => options[feature] !== undefined)
    .map((feature) => ({ type: "unsupported", feature }))

/** What the server did otherwise, as `images-ignored`. */
const noticesOf = ({ notice }: ResponseInfo): Array<SharedV4Warning> =>
  notice === undefined ? [] : notice.split(", ").map((message) => ({ type: "other", message }))

/** What the AI SDK retries by, and shows. */
const callError = (error: ApiError, url: string): APICallError => {
  const wait = "retryAfter" in error ? error.retryAfter : undefined
  return new APICallError({
    message: error.message,
    url,
    requestBodyValues: {},
    ...(error.status !== undefined && { statusCode: error.status }),
    responseHeaders: {
      ...(error.requestId !== undefined && { "x-request-id": error.requestId }),
      ...(wait !== undefined && { "retry-after-ms": String(wait) })
    },
    isRetryable: error.isRetryable,
    cause: error
  })
}

/** The result of a call; failures as errors of the AI SDK. */
const settle = async <A>(url: string, call: () => Promise<A>): Promise<A> => {
  try {
    return await call()
  } catch (error) {
    throw isApiError(error) ? callError(error, url) : error
  }
}

/** The AI SDK retries: `maxRetries` of its functions, twice by default. */
const callOptions = ({
  abortSignal,
  headers
}: Pick<DecisionOptions, "abortSignal" | "headers">): RequestOptions => ({
  maxRetries: 0,
  ...(abortSignal !== undefined && { signal: abortSignal }),
  ...(headers !== undefined && { headers })
})

const noModel = (modelType: "imageModel" | "languageModel") => (modelId: string) => {
  throw new NoSuchModelError({ modelId, modelType })
}

/** The provider: `decisionModel` and `embeddingModel` by their names. It has no other models. */
export interface LeadlineProvider extends ProviderV4 {
  /** A model for `experimental_decide`, such as `decider-27b`. It answers questions of type boolean, choice and score. */
  readonly decisionModel: (modelId: Model) => DecisionModelV4
  /** A model for `embed` and `embedMany`, such as `svc-embed-v1-0.6b`. Components are whole numbers from -128 to 127. */
  readonly embeddingModel: (modelId: EmbeddingsModel) => EmbeddingModelV4
}

/**
 * A provider of the AI SDK over the resources of a client. Calls fail with an `APICallError`, whose `cause` is the
 * `ApiError`. Options of the client hold but for `maxRetries`: the AI SDK retries itself.
 */
export const createLeadline = (client: Pick<Client, "decisions" | "embeddings">): LeadlineProvider => {
  return {
    specificationVersion: "v4",
    decisionModel: (modelId) => ({
      specificationVersion: "v4",
      provider,
      modelId,
      supportedQuestionTypes: ["boolean", "choice", "score"],
      doDecide: async (options) => {
        const questions = Object.fromEntries(
          Object.entries(options.questions).map(([name, question]) => [name, questionOf(question)])
        )
        const { data, response } = await settle("/v1/decisions", async () => {
          const state = await stateOf(options.state)
          return client.decisions
            .create({ model: modelId, state, questions }, callOptions(options))
            .withResponse()
        })
        return {
          answers: Object.fromEntries(
            Object.entries(data.answers).map(([name, answer]) => [name, answerOf(answer)])
          ),
          // The contract lets a server round to two decimals.
          rounding: { probabilityDecimals: 2, scoreDecimals: 2 },
          usage: { inputTokens: data.usage.input_tokens, outputTokens: data.usage.output_tokens },
          warnings: [...warningsOf(options), ...noticesOf(response)],
          response: { modelId: data.model, headers: { ...response.headers }, body: data }
        }
      }
    }),
    embeddingModel: (modelId) => ({
      specificationVersion: "v4",
      provider,
      modelId,
      maxEmbeddingsPerCall: texts.max,
      // `embedMany` reads it: a token is a byte at least.
      [Symbol.for("vercel.ai.embeddingModel.maxInputBytesPerCall")]: requestTokens,
      supportsParallelCalls: true,
      doEmbed: async ({ dimensions, values, ...options }) => {
        const { data, response } = await settle("/v1/embeddings", () =>
          client.embeddings
            .create(
              { model: modelId, input: values, ...(dimensions !== undefined && { dimensions }) },
              callOptions(options)
            )
            .withResponse()
        )
        return {
          embeddings: data.data.map(({ embedding }) => Array.from(toInt8(embedding))),
          usage: { tokens: data.usage.prompt_tokens },
          warnings: noticesOf(response),
          response: { headers: { ...response.headers }, body: data }
        }
      }
    }),
    languageModel: noModel("languageModel"),
    imageModel: noModel("imageModel")
  }
}
