// What the answers of every embeddings implementation have in common: order, dimensions, encodings, usage.
import { toBits, toInt8 } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import { expect } from "../ConformanceCase.ts"
import { check, embed, embedPlain, input, plainSmall, small, type EmbeddingsCase } from "./calls.ts"

const texts = (answer: { readonly data: ReadonlyArray<{ readonly embedding: string }> } | undefined) =>
  (answer?.data ?? []).map(({ embedding }) => embedding)

const all = ({ data }: { readonly data: ReadonlyArray<Parameters<typeof texts>[0]> }) => data.flatMap(texts)

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

const isPrefix = (short: ArrayLike<number>, long: ArrayLike<number>): boolean =>
  Array.from(short).every((value, at) => value === long[at])

/** Do the bits say the signs of the bytes? A component that rounds to 0 may have been above it. */
const agree = (bits: Uint8Array, bytes: Int8Array): boolean =>
  bits.length === Math.ceil(bytes.length / 8) &&
  bytes.every(
    (value, d) => value === 0 || (((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1) === (value > 0 ? 1 : 0)
  )

/** Answers. */
export const embeddingsAnswers: ReadonlyArray<EmbeddingsCase> = [
  check(
    "documents and chunks come back in order, each with its index",
    Effect.gen(function* () {
      const { data, model, object, usage } = yield* embed()
      yield* expect(object === "list" && model === small, "head")
      yield* expect(
        same(
          data.map((entry) => [
            entry.object,
            entry.index,
            entry.data.map(({ index, object: kind }) => [kind, index])
          ]),
          [
            [
              "list",
              0,
              [
                ["embedding", 0],
                ["embedding", 1]
              ]
            ],
            [
              "list",
              1,
              [
                ["embedding", 0],
                ["embedding", 1],
                ["embedding", 2]
              ]
            ]
          ]
        ),
        "order"
      )
      yield* expect(usage.prompt_tokens >= 5 && usage.total_tokens === usage.prompt_tokens, "tokens")
    })
  ),
  check(
    "texts come back in order; one text and a list of it get the same vector",
    Effect.gen(function* () {
      const many = yield* embedPlain()
      yield* expect(
        same(
          many.data.map(({ index }) => index),
          [0, 1, 2, 3, 4]
        ),
        "order"
      )
      const [one, listed] = yield* Effect.all([embedPlain({ input: "x y" }), embedPlain({ input: ["x y"] })])
      yield* expect(same(one, listed), "one text")
    })
  ),
  check(
    "a text's plain vector does not depend on the others",
    Effect.gen(function* () {
      const many = yield* embedPlain()
      const alone = yield* embedPlain({ input: input.flat()[3] ?? "" })
      yield* expect(texts(many)[3] === texts(alone)[0], "the company changes the vector")
    })
  ),
  check(
    "a document's vectors do not depend on the other documents",
    Effect.gen(function* () {
      const both = yield* embed()
      const alone = yield* embed({ input: input.slice(1) })
      yield* expect(same(texts(both.data[1]), texts(alone.data[0])), "the company changes the vectors")
    })
  ),
  check(
    "the same chunk has another vector in another document",
    Effect.gen(function* () {
      const { data } = yield* embed({
        input: [["Harbour rules", "It opens at eight."], ["It opens at eight."]]
      })
      yield* expect(texts(data[0])[1] !== texts(data[1])[0], "the document does not matter")
    })
  ),
  check(
    "a whole vector has 1024 or 2560 components, by model; fewer are the first ones",
    Effect.gen(function* () {
      for (const [model, size] of [
        [small, 1024],
        ["svc-embed-context-v1-4b", 2560]
      ] as const) {
        const whole = all(yield* embed({ model })).map(toInt8)
        yield* expect(
          whole.every(({ length }) => length === size),
          "size"
        )
        for (const dimensions of [128, 129, size - 1, size]) {
          const few = all(yield* embed({ model, dimensions })).map(toInt8)
          yield* expect(
            few.every((vector, at) => vector.length === dimensions && isPrefix(vector, whole[at] ?? [])),
            `the first ${dimensions} of ${model}`
          )
        }
      }
    })
  ),
  check(
    "the same holds of plain vectors",
    Effect.gen(function* () {
      for (const [model, size] of [
        [plainSmall, 1024],
        ["svc-embed-v1-4b", 2560]
      ] as const) {
        const whole = texts(yield* embedPlain({ model })).map(toInt8)
        const few = texts(yield* embedPlain({ model, dimensions: 200 })).map(toInt8)
        yield* expect(
          whole.every((vector, at) => vector.length === size && isPrefix(few[at] ?? [], vector)),
          model
        )
      }
    })
  ),
  check(
    "bits are the signs of the bytes",
    Effect.gen(function* () {
      for (const dimensions of [128, 131, 1024]) {
        const bytes = all(yield* embed({ dimensions, encoding_format: "base64_int8" })).map(toInt8)
        const bits = all(yield* embed({ dimensions, encoding_format: "base64_binary" })).map(toBits)
        yield* expect(
          bytes.every((vector, at) => agree(bits[at] ?? new Uint8Array(0), vector)),
          `${dimensions} dimensions`
        )
      }
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
      const rows = [
        [8000, yield* embed()],
        [50_000, yield* embed({ model: "svc-embed-context-v1-4b" })],
        [4000, yield* embedPlain()],
        [30_000, yield* embedPlain({ model: "svc-embed-v1-4b" })]
      ] as const
      for (const [picodollars, { usage }] of rows) {
        const wanted = Math.round((usage.prompt_tokens * picodollars) / 1000) / 1e9
        const { currency, input_cost, total_cost } = usage.cost
        yield* expect(
          input_cost === wanted && total_cost === wanted && currency === "USD",
          `${input_cost}, not ${wanted}`
        )
      }
    })
  ),
  check(
    "512 documents are embedded",
    Effect.gen(function* () {
      const many = Array.from({ length: 512 }, (_, index) => `text ${index}`)
      const { data } = yield* embed({ input: many.map((text) => [text]), dimensions: 128 })
      const plain = yield* embedPlain({ input: many, dimensions: 128 })
      yield* expect(data.length === 512 && plain.data.length === 512, "number")
    })
  ),
  check(
    "16,000 chunks are embedded",
    Effect.gen(function* () {
      const one = Array.from({ length: 16_000 }, () => "a")
      const request = { input: [one], dimensions: 128, encoding_format: "base64_binary" } as const
      const { data } = yield* embed(request)
      yield* expect(data[0]?.data.length === 16_000, "number")
    })
  ),
  check(
    "blanks, signs and other scripts are texts",
    Effect.gen(function* () {
      const odd = [" ", "?!", "\u0000", "東京の天気", "\u{1F600}", "\ud800", "a".repeat(5000), "__proto__"]
      const { data } = yield* embed({ input: [odd] })
      yield* expect(data[0]?.data.length === odd.length, "number")
    })
  )
]
