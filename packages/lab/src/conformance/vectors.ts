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

/** Cases of both services. `sizes`: the dimensions of each model. `embed` gives all vectors of an answer, as sent. */
export const vectorCases = <S>(
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
        for (const dimensions of [128, 129, 200, size - 1, size]) {
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
export const words = (tokens: number) => "harbour ".repeat(tokens)

/** The vectors of a list, as sent. */
export const vectorsOf = (
  answer: { readonly data: ReadonlyArray<{ readonly embedding: string }> } | undefined
) => (answer?.data ?? []).map(({ embedding }) => embedding)

const isPrefix = (short: ArrayLike<number>, long: ArrayLike<number>): boolean =>
  Array.from(short).every((value, at) => value === long[at])

/** Do the bits say the signs of the bytes? A component that rounds to 0 may have been above it. */
const agree = (bits: Uint8Array, bytes: Int8Array): boolean =>
  bits.length === Math.ceil(bytes.length / 8) &&
  bytes.every(
    (value, d) => value === 0 || (((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1) === (value > 0 ? 1 : 0)
  )
