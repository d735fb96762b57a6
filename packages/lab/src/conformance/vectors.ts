// What holds for both embeddings services: cases of their vectors, and comparisons.
import { toBits, toInt8 } from "@leadline/core/embeddings"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { conformanceCase, expect, type ConformanceCase } from "./ConformanceCase.ts"

/** A request to either service, about a fixed input. */
interface VectorsRequest {
  readonly model?: string
  readonly dimensions?: number
  readonly encoding_format?: "base64_binary"
}

/** All vectors of an answer, as sent, and what it cost. */
interface Vectors {
  readonly vectors: ReadonlyArray<string>
  readonly usage: Parameters<typeof hasPrice>[1]
}

/** Cases of both services. `models`: those of 1024 and of 2560 dimensions, with their picodollars a token. */
export const vectorCases = <S>(
  models: readonly [readonly [string, number], readonly [string, number]],
  embed: (request: VectorsRequest) => Effect.Effect<Vectors, ApiError, S>
): ReadonlyArray<ConformanceCase<S>> => {
  const sizes = [1024, 2560]
  return [
    conformanceCase(
      "a whole vector has 1024 or 2560 components, by model; fewer are the first ones",
      function* () {
        for (const [at, [model]] of models.entries()) {
          const size = sizes[at] ?? 0
          const whole = (yield* embed({ model })).vectors.map(toInt8)
          yield* expect(
            whole.every(({ length }) => length === size),
            "size"
          )
          for (const dimensions of [128, 129, 200, size - 1, size]) {
            const few = (yield* embed({ model, dimensions })).vectors.map(toInt8)
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
        const bytes = (yield* embed({ dimensions })).vectors.map(toInt8)
        const bits = (yield* embed({ dimensions, encoding_format: "base64_binary" })).vectors.map(toBits)
        yield* expect(
          bytes.every((vector, at) => agree(bits[at] ?? new Uint8Array(0), vector)),
          `${dimensions} dimensions`
        )
      }
    }),
    conformanceCase(
      "the same request gets the same answer",
      Effect.flatMap(Effect.all([embed({}), embed({})]), ([left, right]) =>
        expect(same(left, right), "two answers")
      )
    ),
    conformanceCase(
      "the cost is the tokens at the price of the model, to 9 decimals, or nothing",
      Effect.forEach(
        models,
        ([model, price]) =>
          Effect.flatMap(embed({ model }), ({ usage }) => expect(hasPrice(price, usage), model)),
        { discard: true }
      )
    )
  ]
}

/** At least so many tokens by any count. */
export const words = (tokens: number) => "harbour ".repeat(tokens)

/** The vectors of a list, as sent. */
export const vectorsOf = (
  answer: { readonly data: ReadonlyArray<{ readonly embedding: string }> } | undefined
) => (answer?.data ?? []).map(({ embedding }) => embedding)

export const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

const isPrefix = (short: ArrayLike<number>, long: ArrayLike<number>): boolean =>
  Array.from(short).every((value, at) => value === long[at])

/** Do the bits say the signs of the bytes? A component that rounds to 0 may have been above it. */
const agree = (bits: Uint8Array, bytes: Int8Array): boolean =>
  bits.length === Math.ceil(bytes.length / 8) &&
  bytes.every(
    (value, d) => value === 0 || (((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1) === (value > 0 ? 1 : 0)
  )

/** Is the cost that of the tokens, at so many picodollars a token, to 9 decimals, or nothing? */
const hasPrice = (
  picodollars: number,
  {
    cost,
    prompt_tokens
  }: {
    readonly prompt_tokens: number
    readonly cost: { readonly input_cost: number; readonly total_cost: number; readonly currency: string }
  }
): boolean => {
  const wanted = Math.round((prompt_tokens * picodollars) / 1000) / 1e9
  return (
    [wanted, 0].includes(cost.input_cost) && cost.total_cost === cost.input_cost && cost.currency === "USD"
  )
}
