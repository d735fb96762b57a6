// Comparisons of embeddings, for the cases of both embeddings services.

/** At least so many tokens by any count. */
export const words = (tokens: number) => "harbour ".repeat(tokens)

/** The vectors of a list, as sent. */
export const vectorsOf = (
  answer: { readonly data: ReadonlyArray<{ readonly embedding: string }> } | undefined
) => (answer?.data ?? []).map(({ embedding }) => embedding)

export const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

export const isPrefix = (short: ArrayLike<number>, long: ArrayLike<number>): boolean =>
  Array.from(short).every((value, at) => value === long[at])

/** Do the bits say the signs of the bytes? A component that rounds to 0 may have been above it. */
export const agree = (bits: Uint8Array, bytes: Int8Array): boolean =>
  bits.length === Math.ceil(bytes.length / 8) &&
  bytes.every(
    (value, d) => value === 0 || (((bits[d >> 3] ?? 0) >> (7 - (d % 8))) & 1) === (value > 0 ? 1 : 0)
  )

/** Is the cost that of the tokens, at so many picodollars a token, to 9 decimals? */
export const hasPrice = (
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
  return cost.input_cost === wanted && cost.total_cost === wanted && cost.currency === "USD"
}
