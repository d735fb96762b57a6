// Requests and responses of embeddings.
// Source: §2.7, §4.6; the plain operation is not in the document.
import * as Schema from "effect/Schema"
import { open } from "../../schema/open.ts"
import * as limits from "./limits.ts"

/** Models that embed a chunk in the context of its document. */
export const ContextualizedModel = Schema.Literals(["svc-embed-context-v1-0.6b", "svc-embed-context-v1-4b"])

/** {@link ContextualizedModel}. */
export type ContextualizedModel = typeof ContextualizedModel.Type

// Assumed: ours.
/** Models that embed a text by itself. The names follow the pattern of the documented ones. */
export const PlainModel = Schema.Literals(["svc-embed-v1-0.6b", "svc-embed-v1-4b"])

/** {@link PlainModel}. */
export type PlainModel = typeof PlainModel.Type

/** Components of a model's vector: the default and the maximum. */
export const sizeOf = (model: ContextualizedModel | PlainModel): number =>
  model === "svc-embed-context-v1-4b" || model === "svc-embed-v1-4b"
    ? limits.sizes["4b"]
    : limits.sizes["0.6b"]

/** How the components of a vector are encoded before base64. */
export const EncodingFormat = Schema.Literals(["base64_int8", "base64_binary"])

/** {@link EncodingFormat}. */
export type EncodingFormat = typeof EncodingFormat.Type

const { max, min } = limits.documents

const Text = Schema.String.check(Schema.isMinLength(1, { word: "string_too_short" }))

const Document = Schema.Array(Text).check(Schema.isMinLength(limits.documentChunks))

const Documents = Schema.Array(Document).check(
  Schema.isMinLength(min),
  Schema.isMaxLength(max),
  Schema.makeFilter(
    (documents: ReadonlyArray<ReadonlyArray<string>>) => {
      const count = documents.reduce((sum, { length }) => sum + length, 0)
      return count <= limits.chunks
        ? undefined
        : `Expected at most ${limits.chunks} chunks in all documents, got ${count}`
    },
    { word: "too_long" }
  )
)

const Texts = Schema.Array(Text).check(Schema.isMinLength(min), Schema.isMaxLength(max))

const form = {
  dimensions: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(limits.dimensions))),
  encoding_format: Schema.optionalKey(EncodingFormat)
}

const fitsModel = Schema.makeFilter(
  ({
    dimensions,
    model
  }: {
    readonly model: ContextualizedModel | PlainModel
    readonly dimensions?: number
  }) =>
    dimensions === undefined || dimensions <= sizeOf(model)
      ? undefined
      : { path: ["dimensions"], issue: `Expected at most ${sizeOf(model)} for ${model}, got ${dimensions}` },
  { word: "less_than_equal" }
)

/** The contextualized request. Closed: unknown fields are an error. */
export const EmbeddingsRequest = Schema.Struct({
  input: Documents,
  /** The model to use. */
  model: ContextualizedModel,
  ...form
}).check(fitsModel)

/** {@link EmbeddingsRequest}, readonly. */
export type EmbeddingsRequest = typeof EmbeddingsRequest.Type

// Assumed: OAS.
/** The plain request. Closed: unknown fields are an error. */
export const PlainEmbeddingsRequest = Schema.Struct({
  input: Schema.Union([Text, Texts]).annotate({ expected: "a string or an array of strings" }),
  /** The model to use. */
  model: PlainModel,
  ...form
}).check(fitsModel)

/** {@link PlainEmbeddingsRequest}, readonly. */
export type PlainEmbeddingsRequest = typeof PlainEmbeddingsRequest.Type

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Usd = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

/** Tokens used and their cost. */
export const Usage = open({
  /** Tokens of the input. */
  prompt_tokens: Count,
  total_tokens: Count,
  cost: open({ input_cost: Usd, total_cost: Usd, currency: Schema.Literal("USD") })
})

/** {@link Usage}, readonly. */
export type Usage = typeof Usage.Type

/** One vector. */
export const Embedding = open({
  object: Schema.Literal("embedding"),
  index: Count,
  embedding: Schema.String
})

/** {@link Embedding}, readonly. */
export type Embedding = typeof Embedding.Type

/** The vectors of one document. */
export const DocumentEmbeddings = open({
  object: Schema.Literal("list"),
  index: Count,
  /** One vector per chunk, in order. */
  data: Schema.Array(Embedding)
})

/** {@link DocumentEmbeddings}, readonly. */
export type DocumentEmbeddings = typeof DocumentEmbeddings.Type

const model = Schema.String

/** The contextualized response. Open: unknown fields are kept. */
export const EmbeddingsResponse = open({
  object: Schema.Literal("list"),
  /** One entry per document, in order. */
  data: Schema.Array(DocumentEmbeddings),
  model,
  usage: Usage
})

/** {@link EmbeddingsResponse}, readonly. */
export type EmbeddingsResponse = typeof EmbeddingsResponse.Type

// Assumed: OAS.
/** The plain response. Open: unknown fields are kept. */
export const PlainEmbeddingsResponse = open({
  object: Schema.Literal("list"),
  /** One vector per text, in order. */
  data: Schema.Array(Embedding),
  model,
  usage: Usage
})

/** {@link PlainEmbeddingsResponse}, readonly. */
export type PlainEmbeddingsResponse = typeof PlainEmbeddingsResponse.Type
