// Conformance cases of embeddings.
import { Embeddings, type EmbeddingsRequest, texts } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import { layerFakeEmbeddings } from "../fakes/embeddings.ts"
import { embeddingsPath, embeddingsWire } from "../wire/embeddings.ts"
import { type Conformance, conformanceCase, expect, expectError, expectSame } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"
import { vectorCases, vectorsOf, words } from "./vectors.ts"

const check = conformanceCase<Embeddings>

const small = "svc-embed-v1-0.6b"
const large = "svc-embed-v1-4b"
const input = [
  "Harbour rules",
  "Boats longer than 12 metres moor at the outer quay.",
  "Opening hours",
  "The office opens at eight.",
  "It closes at noon on Sundays."
]

const embed = (request: Partial<EmbeddingsRequest> = {}) =>
  Embeddings.use((embeddings) => embeddings.create({ model: small, input, ...request }))

const unchecked = (body: never) => Embeddings.use((embeddings) => embeddings.create(body))

/** The wire cases of its path. */
const wire = embeddingsWire.filter(({ path }) => path === embeddingsPath)

const cases: Conformance<Embeddings>["cases"] = [
  ...vectorCases({ [small]: 1024, [large]: 2560 }, (request) =>
    Effect.map(embed(request as Partial<EmbeddingsRequest>), (answer) => vectorsOf(answer))
  ),
  check(
    "texts come back in order, each with its index; one text and a list of it get the same vector",
    function* () {
      const { data, model, object, usage } = yield* embed()
      const order = data.map(({ index, object: kind }) => `${kind} ${index}`)
      yield* expectSame([object, model, order], ["list", small, input.map((_, at) => `embedding ${at}`)])
      yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
      yield* expectSame(yield* embed({ input: "x y" }), yield* embed({ input: ["x y"] }))
    }
  ),
  check("a text's vector does not depend on the others", function* () {
    const many = yield* embed()
    const alone = yield* embed({ input: input[3] ?? "" })
    yield* expect(vectorsOf(many)[3] === vectorsOf(alone)[0], "the company changes the vector")
  }),
  check(`${texts.max} texts are embedded`, function* () {
    const many = Array.from({ length: texts.max }, (_, index) => `text ${index}`)
    const { data } = yield* embed({ input: many, dimensions: 128 })
    yield* expect(data.length === texts.max, "number")
  }),
  check(
    "a text far over 32,768 tokens is an InvalidRequestError",
    expectError("InvalidRequestError", embed({ input: words(40_000) }))
  ),
  ...refusalsOf(wire, [unchecked])
]

export const embeddings: Conformance<Embeddings> = {
  fake: layerFakeEmbeddings,
  cases,
  ofFake: fakeCasesOf(wire, [unchecked]),
  wire: embeddingsWire
}
