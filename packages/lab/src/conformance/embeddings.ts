// Conformance cases of embeddings.
import { Embeddings, type EmbeddingsRequest, toBits, toInt8 } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import { embeddingsWire } from "../wire/embeddings/index.ts"
import { embeddingsPath } from "../wire/embeddings/requests.ts"
import { conformanceCase, expect, expectError, type ConformanceCase } from "./ConformanceCase.ts"
import { fakeCasesOf, refusalsOf } from "./fromWire.ts"
import { agree, hasPrice, isPrefix, same, vectorsOf, words } from "./vectors.ts"

/** A conformance case of {@link Embeddings}. */
export type EmbeddingsCase = ConformanceCase<Embeddings>

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

const refuses = (name: string, request: object): EmbeddingsCase =>
  check(`${name} is an InvalidRequestError`, expectError("InvalidRequestError", embed(request)))

const answers: ReadonlyArray<EmbeddingsCase> = [
  check(
    "texts come back in order, each with its index; one text and a list of it get the same vector",
    Effect.gen(function* () {
      const { data, model, object, usage } = yield* embed()
      yield* expect(object === "list" && model === small, "head")
      const order = data.map(({ index, object: kind }) => `${kind} ${index}`)
      yield* expect(
        same(
          order,
          [0, 1, 2, 3, 4].map((index) => `embedding ${index}`)
        ),
        "order"
      )
      yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
      const [one, listed] = yield* Effect.all([embed({ input: "x y" }), embed({ input: ["x y"] })])
      yield* expect(same(one, listed), "one text")
    })
  ),
  check(
    "a text's vector does not depend on the others",
    Effect.gen(function* () {
      const many = yield* embed()
      const alone = yield* embed({ input: input[3] ?? "" })
      yield* expect(vectorsOf(many)[3] === vectorsOf(alone)[0], "the company changes the vector")
    })
  ),
  check(
    "a whole vector has 1024 or 2560 components, by model; fewer are the first ones",
    Effect.gen(function* () {
      for (const [model, size] of [
        [small, 1024],
        [large, 2560]
      ] as const) {
        const whole = vectorsOf(yield* embed({ model })).map(toInt8)
        const few = vectorsOf(yield* embed({ model, dimensions: 200 })).map(toInt8)
        yield* expect(
          whole.every((vector, at) => vector.length === size && isPrefix(few[at] ?? [], vector)),
          model
        )
        yield* expect(few.length === whole.length && few.every(({ length }) => length === 200), model)
      }
    })
  ),
  check(
    "bits are the signs of the bytes",
    Effect.gen(function* () {
      const bytes = vectorsOf(yield* embed({ dimensions: 131 })).map(toInt8)
      const bits = vectorsOf(yield* embed({ dimensions: 131, encoding_format: "base64_binary" })).map(toBits)
      yield* expect(
        bytes.every((vector, at) => agree(bits[at] ?? new Uint8Array(0), vector)),
        "bits"
      )
    })
  ),
  check(
    "the same request gets the same answer",
    Effect.flatMap(Effect.all([embed(), embed()]), ([left, right]) =>
      expect(same(left, right), "two answers")
    )
  ),
  check(
    "the cost is the tokens at the price of the model, to 9 decimals",
    Effect.gen(function* () {
      yield* expect(hasPrice(4000, (yield* embed()).usage), small)
      yield* expect(hasPrice(30_000, (yield* embed({ model: large })).usage), large)
    })
  ),
  check(
    "512 texts are embedded",
    Effect.gen(function* () {
      const many = Array.from({ length: 512 }, (_, index) => `text ${index}`)
      const { data } = yield* embed({ input: many, dimensions: 128 })
      yield* expect(data.length === 512, "number")
    })
  )
]

const rejections: ReadonlyArray<EmbeddingsCase> = [
  refuses("a list of lists", { input: [["a"]] }),
  refuses("an unknown field", { user: "a" }),
  refuses("a text far over 32,768 tokens", { input: words(40_000) }),
  ...refusalsOf(wire, [unchecked])
]

/** Cases of any implementation. */
export const embeddingsCases: ReadonlyArray<EmbeddingsCase> = [...answers, ...rejections]

/** Cases of the fake engine, over any setup: failures keep their class. */
export const fakeEmbeddingsCases: ReadonlyArray<EmbeddingsCase> = fakeCasesOf(wire, [unchecked])
