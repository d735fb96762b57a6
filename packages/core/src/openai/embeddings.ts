// Translates OpenAI's embeddings into those of the contract, and their vectors back.
// Assumed: clients. The contract's components are signed bytes: vectors of length 1 are made of them.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as ApiError from "../errors/ApiError.ts"
import { toBase64 } from "../protocol/base64.ts"
import { toInt8 } from "../resources/embeddings/vector.ts"
import {
  EmbeddingsModel,
  type EmbeddingsRequest,
  type EmbeddingsResponse
} from "../resources/embeddings/schema.ts"
import { anyModel, includesModel, isOfContract, listedModels, type NamesOfModels } from "../schema/models.ts"
import type { Resumable } from "../scheduling/resumable.ts"
import { open, optionalOrNull } from "../schema/open.ts"
import { checkFields, type FieldUses, given, present, refuse } from "./fields.ts"

/** The fields of a request. */
export const embeddingsFields: FieldUses = {
  input: "mapped",
  model: "mapped",
  dimensions: "mapped",
  encoding_format: "mapped",
  user: "ignored"
}

/** The request. Texts only: tokens are those of another model. */
export const OpenAiEmbeddingsRequest = open({
  model: Schema.String,
  input: Schema.Union([Schema.String, Schema.Array(Schema.String)]).annotate({
    expected: "a string or an array of strings"
  }),
  dimensions: optionalOrNull(Schema.Int),
  encoding_format: optionalOrNull(Schema.Literals(["float", "base64"]))
})

/** {@link OpenAiEmbeddingsRequest}, readonly. */
export interface OpenAiEmbeddingsRequest extends Schema.Schema.Type<typeof OpenAiEmbeddingsRequest> {}

/** The response. */
export const OpenAiEmbeddingsResponse = open({
  object: Schema.Literal("list"),
  model: Schema.String,
  data: Schema.Array(
    open({
      object: Schema.Literal("embedding"),
      index: Schema.Int,
      /** Numbers, or 32-bit floats, little-endian, in base64. */
      embedding: Schema.Union([Schema.Array(Schema.Finite), Schema.String])
    })
  ),
  usage: open({ prompt_tokens: Schema.Int, total_tokens: Schema.Int })
})

/** {@link OpenAiEmbeddingsResponse}, readonly. */
export interface OpenAiEmbeddingsResponse extends Schema.Schema.Type<typeof OpenAiEmbeddingsResponse> {}

/** Translates a request. */
export const toEmbeddings = Effect.fnUntraced(function* (
  request: OpenAiEmbeddingsRequest,
  models: NamesOfModels
): Effect.fn.Return<EmbeddingsRequest, ApiError.InvalidRequestError> {
  yield* checkFields(embeddingsFields, request)
  const own = models("embeddings")
  if (!isOfContract(EmbeddingsModel, request.model) && !includesModel(own, request.model)) {
    const names = [...listedModels(EmbeddingsModel), ...own.filter((name) => name !== anyModel)]
    return yield* refuse(["model"], `Expected one of ${names.join(", ")}`)
  }
  return present({ model: request.model, input: request.input, dimensions: given(request.dimensions) })
})

/** The numbers of a vector of signed bytes, with the length 1. */
const numbersOf = (text: string): Float32Array => {
  const numbers = Float32Array.from(toInt8(text))
  const length = Math.hypot(...numbers) || 1
  return numbers.map((value) => value / length)
}

/** 32-bit floats, little-endian whatever the machine has. */
const littleEndian = (numbers: Float32Array): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  numbers.forEach((value, index) => view.setFloat32(4 * index, value, true))
  return new Uint8Array(view.buffer)
}

/** The response in the encoding of the request, made with pauses. */
export function* fromEmbeddings(
  { encoding_format, model }: OpenAiEmbeddingsRequest,
  { data, usage }: EmbeddingsResponse
): Resumable<OpenAiEmbeddingsResponse> {
  const vectors: Array<OpenAiEmbeddingsResponse["data"][number]> = []
  for (const { embedding, index } of data) {
    const numbers = numbersOf(embedding)
    const encoded = encoding_format === "base64" ? toBase64(littleEndian(numbers)) : Array.from(numbers)
    vectors.push({ object: "embedding", index, embedding: encoded })
    yield
  }
  return { object: "list", model, data: vectors, usage }
}
