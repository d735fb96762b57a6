// Requests and responses of contextualized embeddings.
// Source: §2.7, §4.6.
import * as Schema from "effect/Schema"
import { ofLength } from "../../../schema/checks.ts"
import { open } from "../../../schema/open.ts"
import { ContextualizedEmbeddingsModel, Count, Embedding, fitsModel, form, Text, Usage } from "../schema.ts"
import * as limits from "./limits.ts"

const Document = Schema.Array(Text).check(ofLength({ min: limits.documentChunks }, "chunk"))

const Documents = Schema.Array(Document).check(
  ofLength({ min: limits.documents.min }, "document"),
  ofLength({ max: limits.documents.max }, "documents"),
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

/** The request. Closed: unknown fields are an error. */
export const ContextualizedEmbeddingsRequest = Schema.Struct({
  /** Documents, each an array of its chunks. */
  input: Documents,
  /** The model to use. */
  model: ContextualizedEmbeddingsModel,
  ...form
}).check(fitsModel)

/** {@link ContextualizedEmbeddingsRequest}, readonly. */
export interface ContextualizedEmbeddingsRequest extends Schema.Schema.Type<
  typeof ContextualizedEmbeddingsRequest
> {
  /** Documents, each an array of its chunks. */
  readonly input: ReadonlyArray<ReadonlyArray<string>>
}

/** The vectors of one document. */
export const DocumentEmbeddings = open({
  object: Schema.Literal("list"),
  index: Count,
  /** One vector per chunk, in order. */
  data: Schema.Array(Embedding)
})

/** {@link DocumentEmbeddings}, readonly. */
export interface DocumentEmbeddings extends Schema.Schema.Type<typeof DocumentEmbeddings> {}

/** The response. Open: unknown fields are kept. */
export const ContextualizedEmbeddingsResponse = open({
  object: Schema.Literal("list"),
  /** One entry per document, in order. */
  data: Schema.Array(DocumentEmbeddings),
  model: Schema.String,
  usage: Usage
})

/** {@link ContextualizedEmbeddingsResponse}, readonly. */
export interface ContextualizedEmbeddingsResponse extends Schema.Schema.Type<
  typeof ContextualizedEmbeddingsResponse
> {}
