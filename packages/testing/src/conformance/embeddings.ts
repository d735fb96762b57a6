// What every implementation of the embeddings service keeps to, whatever computes its vectors and whatever
// stands between: the engine direct, in memory behind fetch, behind sockets with each client.
import type { EmbeddingsRequest, PlainEmbeddingsRequest } from "@leadline/core/embeddings"
import { Embeddings, toBits, toInt8 } from "@leadline/core/embeddings"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { CheckFailed } from "./decisions.ts"

/** One fact about an embeddings service; it fails with a message when it does not hold. */
export interface EmbeddingsCase {
  readonly name: string
  readonly holds: Effect.Effect<void, ApiError | CheckFailed, Embeddings>
}

const fact = (name: string, holds: EmbeddingsCase["holds"]): EmbeddingsCase => ({ name, holds })

const expect = (condition: boolean, message: string) =>
  condition ? Effect.void : Effect.fail(new CheckFailed({ message }))

const small = "svc-embed-context-v1-0.6b"
const plainSmall = "svc-embed-v1-0.6b"
const input = [
  ["Harbour rules", "Boats longer than 12 metres moor at the outer quay."],
  ["Opening hours", "The office opens at eight.", "It closes at noon on Sundays."]
]

const embed = (request: Partial<EmbeddingsRequest> = {}) =>
  Embeddings.use((embeddings) => embeddings.create({ model: small, input, ...request }))

const embedPlain = (request: Partial<PlainEmbeddingsRequest> = {}) =>
  Embeddings.use((embeddings) =>
    embeddings.createPlain({ model: plainSmall, input: input.flat(), ...request })
  )

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

const facts: ReadonlyArray<EmbeddingsCase> = [
  fact(
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
  fact(
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
  fact(
    "a text's plain vector does not depend on the others",
    Effect.gen(function* () {
      const many = yield* embedPlain()
      const alone = yield* embedPlain({ input: input.flat()[3] ?? "" })
      yield* expect(texts(many)[3] === texts(alone)[0], "the company changes the vector")
    })
  ),
  fact(
    "a document's vectors do not depend on the other documents",
    Effect.gen(function* () {
      const both = yield* embed()
      const alone = yield* embed({ input: input.slice(1) })
      yield* expect(same(texts(both.data[1]), texts(alone.data[0])), "the company changes the vectors")
    })
  ),
  fact(
    "the same chunk has another vector in another document",
    Effect.gen(function* () {
      const { data } = yield* embed({
        input: [["Harbour rules", "It opens at eight."], ["It opens at eight."]]
      })
      yield* expect(texts(data[0])[1] !== texts(data[1])[0], "the document does not matter")
    })
  ),
  fact(
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
  fact(
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
  fact(
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
  fact(
    "the same request gets the same answer",
    Effect.flatMap(Effect.all([embed(), embed()]), ([left, right]) =>
      expect(same(left, right), "two answers")
    )
  ),
  fact(
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
  fact(
    "512 documents are embedded",
    Effect.gen(function* () {
      const many = Array.from({ length: 512 }, (_, index) => `text ${index}`)
      const { data } = yield* embed({ input: many.map((text) => [text]), dimensions: 128 })
      const plain = yield* embedPlain({ input: many, dimensions: 128 })
      yield* expect(data.length === 512 && plain.data.length === 512, "number")
    })
  ),
  fact(
    "16,000 chunks are embedded",
    Effect.gen(function* () {
      const one = Array.from({ length: 16_000 }, () => "a")
      const request = { input: [one], dimensions: 128, encoding_format: "base64_binary" } as const
      const { data } = yield* embed(request)
      yield* expect(data[0]?.data.length === 16_000, "number")
    })
  ),
  fact(
    "blanks, signs and other scripts are texts",
    Effect.gen(function* () {
      const odd = [" ", "?!", "\u0000", "東京の天気", "\u{1F600}", "\ud800", "a".repeat(5000), "__proto__"]
      const { data } = yield* embed({ input: [odd] })
      yield* expect(data[0]?.data.length === odd.length, "number")
    })
  )
]

/** Sends a body that no type check saw. */
const refusal = (call: Effect.Effect<unknown, ApiError, Embeddings>) =>
  Effect.matchEffect(call, {
    onFailure: Effect.succeed,
    onSuccess: () => Effect.fail(new CheckFailed({ message: "it succeeds" }))
  })

const refuses = (name: string, request: object): EmbeddingsCase =>
  fact(
    `${name} is an InvalidRequestError`,
    Effect.flatMap(refusal(embed(request)), (error) =>
      expect(error._tag === "InvalidRequestError", `it is ${error._tag}: ${error.message}`)
    )
  )

const refusesPlain = (name: string, request: object): EmbeddingsCase =>
  fact(
    `of plain texts, ${name} is an InvalidRequestError`,
    Effect.flatMap(refusal(embedPlain(request)), (error) =>
      expect(error._tag === "InvalidRequestError", `it is ${error._tag}: ${error.message}`)
    )
  )

/** About five tokens by any count. */
const words = (tokens: number) => "harbour ".repeat(tokens)

const refusals: ReadonlyArray<EmbeddingsCase> = [
  refuses("no document", { input: [] }),
  refuses("the 513th document", { input: Array.from({ length: 513 }, () => ["a"]) }),
  refuses("a document without chunks", { input: [["a"], []] }),
  refuses("an empty chunk", { input: [["a", ""]] }),
  refuses("the 16,001st chunk", { input: [["a"], Array.from({ length: 16_000 }, () => "a")] }),
  refuses("an unknown model", { model: "svc-embed-v1-0.6b" }),
  refuses("127 dimensions", { dimensions: 127 }),
  refuses("the 1025th dimension of the 0.6b model", { dimensions: 1025 }),
  refuses("the 2561st dimension of the 4b model", { dimensions: 2561, model: "svc-embed-context-v1-4b" }),
  refuses("half a dimension", { dimensions: 128.5 }),
  refuses("an unknown encoding", { encoding_format: "float" }),
  refuses("an unknown field", { user: "a" }),
  refuses("a plain list of texts", { input: ["a"] }),
  refuses("a document far over 32,768 tokens", { input: [["a"], [words(40_000)]] }),
  refuses("far more than 120,000 tokens in all", { input: Array.from({ length: 6 }, () => [words(25_000)]) }),
  refusesPlain("no text", { input: [] }),
  refusesPlain("the empty text", { input: "" }),
  refusesPlain("an empty text in a list", { input: ["a", ""] }),
  refusesPlain("the 513th text", { input: Array.from({ length: 513 }, () => "a") }),
  refusesPlain("an unknown model", { model: small }),
  refusesPlain("a list of lists", { input: [["a"]] }),
  refusesPlain("the 1025th dimension of the 0.6b model", { dimensions: 1025 }),
  refusesPlain("a text far over 32,768 tokens", { input: words(40_000) })
]

/** Facts of any implementation. */
export const embeddingsCases: ReadonlyArray<EmbeddingsCase> = [...facts, ...refusals]

const fails = (tag: ApiError["_tag"]): EmbeddingsCase =>
  fact(
    `an engine's ${tag} arrives as such`,
    Effect.gen(function* () {
      for (const call of [embed({ input: [[`fail:${tag}`]] }), embedPlain({ input: `fail:${tag}` })]) {
        const error = yield* refusal(call)
        yield* expect(error._tag === tag, `it is ${error._tag}: ${error.message}`)
      }
    })
  )

/** Facts of the scripted engine, behind any wire or none: failures keep their consequence. */
export const fakeEmbeddingsCases: ReadonlyArray<EmbeddingsCase> = [
  fails("InternalServerError"),
  fails("ConnectionError"),
  fails("UnavailableError"),
  fails("DeadlineExceededError"),
  fails("RateLimitError"),
  fact(
    "32,768 tokens a document and 120,000 in all pass",
    Effect.gen(function* () {
      const whole = ["tokens:32768", "tokens:32768", "tokens:32768", "tokens:21696"]
      const { usage } = yield* embed({ input: whole.map((text) => [text]), dimensions: 128 })
      const plain = yield* embedPlain({ input: whole, dimensions: 128 })
      yield* expect(usage.total_tokens === 120_000 && usage.cost.total_cost === 0.00096, "contextualized")
      yield* expect(plain.usage.total_tokens === 120_000 && plain.usage.cost.total_cost === 0.00048, "plain")
    })
  ),
  refuses("the 32,769th token of a document", { input: [["tokens:32768", "a"]] }),
  refuses("the 120,001st token", {
    input: [["tokens:32768"], ["tokens:32768"], ["tokens:32768"], ["tokens:21697"]]
  }),
  refusesPlain("the 32,769th token of a text", { input: ["tokens:32769"] })
]
