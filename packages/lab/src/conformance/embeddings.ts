// Conformance cases of embeddings, plain and contextualized.
import {
  chunks,
  ContextualizedEmbeddings,
  type ContextualizedEmbeddingsRequest
} from "@leadline/core/contextualized-embeddings"
import { Embeddings, type EmbeddingsRequest, texts, toBits, toInt8 } from "@leadline/core/embeddings"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { layerFakeContextualizedEmbeddings, layerFakeEmbeddings } from "../fakes/embeddings.ts"
import { contextualizedPath, embeddingsPath, embeddingsWire } from "../wire/embeddings.ts"
import {
  type Conformance,
  type ConformanceCase,
  conformanceCase,
  expect,
  expectError,
  expectSame
} from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"

/** A request to either service, about a fixed input. */
interface VectorsRequest {
  readonly model?: string
  readonly dimensions?: number
  readonly encoding_format?: "base64_binary"
}

/** The vectors of a list, as sent. */
const vectorsOf = (answer: { readonly data: ReadonlyArray<{ readonly embedding: string }> } | undefined) =>
  (answer?.data ?? []).map(({ embedding }) => embedding)

const isPrefix = (short: ArrayLike<number>, long: ArrayLike<number>): boolean =>
  Array.from(short).every((value, at) => value === long[at])

/** Do the bits say the signs of the bytes? A component that rounds to 0 may have been above it. */
const agree = (bits: Uint8Array, bytes: Int8Array): boolean =>
  bits.length === Math.ceil(bytes.length / 8) &&
  bytes.every(
    (value, d) => value === 0 || (((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1) === (value > 0 ? 1 : 0)
  )

/** Cases of both services. `sizes`: the dimensions of each model. `embed` gives all vectors of an answer, as sent. */
const vectorCases = <S>(
  sizes: { readonly [model: string]: number },
  embed: (request: VectorsRequest) => Effect.Effect<ReadonlyArray<string>, ApiError, S>
): ReadonlyArray<ConformanceCase<S>> => [
  conformanceCase(
    "a whole vector has 1024 or 2560 components, by model; fewer are the first ones",
    function* () {
      for (const [model, size] of Object.entries(sizes)) {
        const whole = (yield* embed({ model })).map(toInt8)
        yield* expect(
          whole.every(({ length }) => length === size),
          "size"
        )
        for (const dimensions of [128, 129, size]) {
          const few = (yield* embed({ model, dimensions })).map(toInt8)
          yield* expect(
            few.length === whole.length &&
              few.every((vector, n) => vector.length === dimensions && isPrefix(vector, whole[n] ?? [])),
            `the first ${dimensions} of ${model}`
          )
        }
      }
    }
  ),
  conformanceCase("bits are the signs of the bytes", function* () {
    for (const dimensions of [128, 131, 1024]) {
      const bytes = (yield* embed({ dimensions })).map(toInt8)
      const bits = (yield* embed({ dimensions, encoding_format: "base64_binary" })).map(toBits)
      yield* expect(
        bytes.every((vector, at) => agree(bits[at] ?? new Uint8Array(0), vector)),
        `${dimensions} dimensions`
      )
    }
  })
]

/** At least so many tokens by any count. */
const words = (tokens: number) => "harbour ".repeat(tokens)

const input = [
  ["Harbour rules", "Boats longer than 12 metres moor at the outer quay."],
  ["Opening hours", "The office opens at eight.", "It closes at noon on Sundays."]
]

const inContext = conformanceCase<ContextualizedEmbeddings>
const small = "svc-embed-context-v1-0.6b"
const embedDocuments = (request: Partial<ContextualizedEmbeddingsRequest> = {}) =>
  ContextualizedEmbeddings.use((service) => service.create({ model: small, input, ...request }))
const uncheckedDocuments = (body: never) => ContextualizedEmbeddings.use((service) => service.create(body))
const documentsWire = embeddingsWire.filter(({ path }) => path === contextualizedPath)

export const contextualizedEmbeddings: Conformance<ContextualizedEmbeddings> = {
  fake: layerFakeContextualizedEmbeddings,
  cases: [
    ...vectorCases({ [small]: 1024, "svc-embed-context-v1-4b": 2560 }, (request) =>
      Effect.map(embedDocuments(request as Partial<ContextualizedEmbeddingsRequest>), ({ data }) =>
        data.flatMap(vectorsOf)
      )
    ),
    inContext("documents and chunks come back in order, each with its index", function* () {
      const { data, model, object, usage } = yield* embedDocuments()
      yield* expectSame([object, model], ["list", small])
      const order = data.map((document) => [document.index, ...document.data.map(({ index }) => index)])
      yield* expectSame(order, [
        [0, 0, 1],
        [1, 0, 1, 2]
      ])
      yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
    }),
    inContext("a vector depends on its document, and on no other document", function* () {
      const both = yield* embedDocuments()
      const alone = yield* embedDocuments({ input: input.slice(1) })
      yield* expectSame(vectorsOf(both.data[1]), vectorsOf(alone.data[0]))
      const { data } = yield* embedDocuments({ input: [["Harbour rules", "It opens."], ["It opens."]] })
      yield* expect(vectorsOf(data[0])[1] !== vectorsOf(data[1])[0], "the document does not matter")
    }),
    inContext(`${chunks} chunks are embedded`, function* () {
      const one = Array.from({ length: chunks }, () => "a")
      const request = { input: [one], dimensions: 128, encoding_format: "base64_binary" } as const
      const { data } = yield* embedDocuments(request)
      yield* expect(data[0]?.data.length === chunks, "number")
    }),
    inContext("blanks, signs and other scripts are texts", function* () {
      const odd = [" ", "?!", "\u0000", "東京の天気", "\u{1F600}", "\ud800", "a".repeat(5000), "__proto__"]
      const { data } = yield* embedDocuments({ input: [odd] })
      yield* expect(data[0]?.data.length === odd.length, "number")
    }),
    inContext(
      "far more than 120,000 tokens, or than 32,768 in one, are an InvalidRequestError",
      function* () {
        for (const many of [[["a"], [words(40_000)]], Array.from({ length: 6 }, () => [words(25_000)])])
          yield* expectError("InvalidRequestError", embedDocuments({ input: many }))
      }
    ),
    ...refusalsOf(documentsWire, [uncheckedDocuments])
  ],
  ofFake: fakeCasesOf(documentsWire, [uncheckedDocuments]),
  wire: documentsWire
}

const check = conformanceCase<Embeddings>
const embed = (request: Partial<EmbeddingsRequest> = {}) =>
  Embeddings.use((service) => service.create({ model: "svc-embed-v1-0.6b", input: input.flat(), ...request }))
const unchecked = (body: never) => Embeddings.use((service) => service.create(body))
const textsWire = embeddingsWire.filter(({ path }) => path === embeddingsPath)

export const embeddings: Conformance<Embeddings> = {
  fake: layerFakeEmbeddings,
  cases: [
    ...vectorCases({ "svc-embed-v1-0.6b": 1024, "svc-embed-v1-4b": 2560 }, (request) =>
      Effect.map(embed(request as Partial<EmbeddingsRequest>), (answer) => vectorsOf(answer))
    ),
    check(
      "texts come back in order, each with its index; one text and a list of it get the same vector",
      function* () {
        const { data, object, usage } = yield* embed()
        const order = data.map(({ index, object: kind }) => `${kind} ${index}`)
        yield* expectSame([object, order], ["list", input.flat().map((_, at) => `embedding ${at}`)])
        yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
        yield* expectSame(yield* embed({ input: "x y" }), yield* embed({ input: ["x y"] }))
      }
    ),
    check("a text's vector does not depend on the others", function* () {
      const many = yield* embed()
      const alone = yield* embed({ input: input.flat()[3] ?? "" })
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
    ...refusalsOf(textsWire, [unchecked])
  ],
  ofFake: fakeCasesOf(textsWire, [unchecked]),
  wire: textsWire
}
