// Requests and responses of embeddings, and what contextualized ones share with them.
// Source: §2.7, §4.6; that one is in the document, this one is not.
import * as Schema from "effect/Schema"
import { notEmpty, ofLength, within } from "../../schema/checks.ts"
import { modelOf } from "../../schema/models.ts"
import { open } from "../../schema/open.ts"
import * as limits from "./limits.ts"

// Assumed: ours.
/**
 * Models that embed a text by itself. The names follow the pattern of the documented ones. Clients send other names too.
 */
export const EmbeddingsModel = modelOf(["svc-embed-v1-0.6b", "svc-embed-v1-4b"])

/** {@link EmbeddingsModel}. */
export type EmbeddingsModel = typeof EmbeddingsModel.Type

/** Models that embed a chunk in the context of its document. Clients send other names too. */
export const ContextualizedEmbeddingsModel = modelOf(["svc-embed-context-v1-0.6b", "svc-embed-context-v1-4b"])

/** {@link ContextualizedEmbeddingsModel}. */
export type ContextualizedEmbeddingsModel = typeof ContextualizedEmbeddingsModel.Type

/** Components of a model's vector, by the end of its name: the default and the maximum. Undefined for other models. */
export const sizeOf = (model: string): number | undefined =>
  /^svc-embed-(context-)?v1-4b$/.test(model)
    ? limits.sizes["4b"]
    : /^svc-embed-(context-)?v1-0\.6b$/.test(model)
      ? limits.sizes["0.6b"]
      : undefined

/** How the components of a vector are encoded before base64. */
export const EncodingFormat = Schema.Literals(["base64_int8", "base64_binary"])

/** {@link EncodingFormat}. */
export type EncodingFormat = typeof EncodingFormat.Type

/** A text or a chunk. */
export const Text = Schema.String.check(notEmpty("a text that is not empty", "string_too_short"))

/** The fields of a request that say what its vectors are like. */
export const form = {
  /** Components of a vector. Default: as many as the model has. */
  dimensions: Schema.optionalKey(Schema.Int.check(within({ min: limits.dimensions }, "a whole number"))),
  /** `base64_int8` (default): one signed byte a component. `base64_binary`: one bit a component. */
  encoding_format: Schema.optionalKey(EncodingFormat)
}

/** The model of a request and the form of its vectors. */
export interface VectorForm {
  readonly model: ContextualizedEmbeddingsModel | EmbeddingsModel
  readonly dimensions?: number
  readonly encoding_format?: EncodingFormat
}

/** No more dimensions than the model has. */
export const fitsModel = Schema.makeFilter(
  ({ dimensions = 0, model }: VectorForm) => {
    const size = sizeOf(model)
    return size === undefined || dimensions <= size
      ? undefined
      : { path: ["dimensions"], issue: `Expected at most ${size} for ${model}, got ${dimensions}` }
  },
  { word: "less_than_equal" }
)

const Texts = Schema.Array(Text).check(
  ofLength({ min: limits.texts.min }, "text"),
  ofLength({ max: limits.texts.max }, "texts")
)

// Assumed: OAS.
/** The request. Closed: unknown fields are an error. */
export const EmbeddingsRequest = Schema.Struct({
  /** One text, or several. */
  input: Schema.Union([Text, Texts]).annotate({ expected: "a string or an array of strings" }),
  /** The model to use. */
  model: EmbeddingsModel,
  ...form
}).check(fitsModel)

/** {@link EmbeddingsRequest}, readonly. */
export interface EmbeddingsRequest extends Schema.Schema.Type<typeof EmbeddingsRequest> {
  /** One text, or several. */
  readonly input: string | ReadonlyArray<string>
}

/** A whole number from 0: an index, or a number of tokens. */
export const Count = Schema.Int.check(within({ min: 0 }))
const Usd = Schema.Finite.check(within({ min: 0 }))

/** Tokens used and their cost. */
export const Usage = open({
  /** Tokens of the input. */
  prompt_tokens: Count,
  total_tokens: Count,
  cost: open({ input_cost: Usd, total_cost: Usd, currency: Schema.Literal("USD") })
})

/** {@link Usage}, readonly. */
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

/** One vector. */
export const Embedding = open({
  object: Schema.Literal("embedding"),
  index: Count,
  embedding: Schema.String
})

/** {@link Embedding}, readonly. */
export interface Embedding extends Schema.Schema.Type<typeof Embedding> {}

// Assumed: OAS.
/** The response. Open: unknown fields are kept. */
export const EmbeddingsResponse = open({
  object: Schema.Literal("list"),
  /** One vector per text, in order. */
  data: Schema.Array(Embedding),
  model: Schema.String,
  usage: Usage
})

/** {@link EmbeddingsResponse}, readonly. */
export interface EmbeddingsResponse extends Schema.Schema.Type<typeof EmbeddingsResponse> {}
