// Calls that the embeddings conformance cases make, and how they say that a request must be refused.
import { Embeddings, type EmbeddingsRequest, type PlainEmbeddingsRequest } from "@leadline/core/embeddings"
import { conformanceCase, expectError, type ConformanceCase } from "../ConformanceCase.ts"

/** A conformance case of {@link Embeddings}. */
export type EmbeddingsCase = ConformanceCase<Embeddings>

/** A case of a name and its check. */
export const check = conformanceCase<Embeddings>

export const small = "svc-embed-context-v1-0.6b"
export const plainSmall = "svc-embed-v1-0.6b"
export const input = [
  ["Harbour rules", "Boats longer than 12 metres moor at the outer quay."],
  ["Opening hours", "The office opens at eight.", "It closes at noon on Sundays."]
]

export const embed = (request: Partial<EmbeddingsRequest> = {}) =>
  Embeddings.use((embeddings) => embeddings.create({ model: small, input, ...request }))

export const embedPlain = (request: Partial<PlainEmbeddingsRequest> = {}) =>
  Embeddings.use((embeddings) =>
    embeddings.createPlain({ model: plainSmall, input: input.flat(), ...request })
  )

/** A case: the request is rejected. */
export const refuses = (name: string, request: object): EmbeddingsCase =>
  check(`${name} is an InvalidRequestError`, expectError("InvalidRequestError", embed(request)))

/** The same for plain texts. */
export const refusesPlain = (name: string, request: object): EmbeddingsCase =>
  check(
    `of plain texts, ${name} is an InvalidRequestError`,
    expectError("InvalidRequestError", embedPlain(request))
  )
