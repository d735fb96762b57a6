// Conformance cases of contextualized embeddings.
import {
  chunks,
  ContextualizedEmbeddings,
  type ContextualizedEmbeddingsRequest
} from "@leadline/core/contextualized-embeddings"
import * as Effect from "effect/Effect"
import { layerFakeContextualizedEmbeddings } from "../fakes/embeddings.ts"
import { contextualizedPath, embeddingsWire } from "../wire/embeddings.ts"
import { type Conformance, conformanceCase, expect, expectError, expectSame } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"
import { vectorCases, vectorsOf, words } from "./vectors.ts"

const check = conformanceCase<ContextualizedEmbeddings>

const small = "svc-embed-context-v1-0.6b"
const large = "svc-embed-context-v1-4b"
const input = [
  ["Harbour rules", "Boats longer than 12 metres moor at the outer quay."],
  ["Opening hours", "The office opens at eight.", "It closes at noon on Sundays."]
]

const embed = (request: Partial<ContextualizedEmbeddingsRequest> = {}) =>
  ContextualizedEmbeddings.use((embeddings) => embeddings.create({ model: small, input, ...request }))

const unchecked = (body: never) => ContextualizedEmbeddings.use((embeddings) => embeddings.create(body))

/** The wire cases of its path. */
const wire = embeddingsWire.filter(({ path }) => path === contextualizedPath)

const cases: Conformance<ContextualizedEmbeddings>["cases"] = [
  ...vectorCases({ [small]: 1024, [large]: 2560 }, (request) =>
    Effect.map(embed(request as Partial<ContextualizedEmbeddingsRequest>), (answer) =>
      answer.data.flatMap(vectorsOf)
    )
  ),
  check("documents and chunks come back in order, each with its index", function* () {
    const { data, model, object, usage } = yield* embed()
    yield* expectSame([object, model], ["list", small])
    const order = data.map((document) => [document.index, ...document.data.map(({ index }) => index)])
    yield* expectSame(order, [
      [0, 0, 1],
      [1, 0, 1, 2]
    ])
    yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
  }),
  check("a document's vectors do not depend on the other documents", function* () {
    const both = yield* embed()
    const alone = yield* embed({ input: input.slice(1) })
    yield* expectSame(vectorsOf(both.data[1]), vectorsOf(alone.data[0]))
  }),
  check("the same chunk has another vector in another document", function* () {
    const { data } = yield* embed({
      input: [["Harbour rules", "It opens at eight."], ["It opens at eight."]]
    })
    yield* expect(vectorsOf(data[0])[1] !== vectorsOf(data[1])[0], "the document does not matter")
  }),
  check(`${chunks} chunks are embedded`, function* () {
    const one = Array.from({ length: chunks }, () => "a")
    const request = { input: [one], dimensions: 128, encoding_format: "base64_binary" } as const
    const { data } = yield* embed(request)
    yield* expect(data[0]?.data.length === chunks, "number")
  }),
  check("blanks, signs and other scripts are texts", function* () {
    const odd = [" ", "?!", "\u0000", "東京の天気", "\u{1F600}", "\ud800", "a".repeat(5000), "__proto__"]
    const { data } = yield* embed({ input: [odd] })
    yield* expect(data[0]?.data.length === odd.length, "number")
  }),
  check("far more than 120,000 tokens, or than 32,768 in one, are an InvalidRequestError", function* () {
    for (const many of [[["a"], [words(40_000)]], Array.from({ length: 6 }, () => [words(25_000)])])
      yield* expectError("InvalidRequestError", embed({ input: many }))
  }),
  ...refusalsOf(wire, [unchecked])
]

export const contextualizedEmbeddings: Conformance<ContextualizedEmbeddings> = {
  fake: layerFakeContextualizedEmbeddings,
  cases,
  ofFake: fakeCasesOf(wire, [unchecked]),
  wire: []
}
