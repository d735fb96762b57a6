// One sentence of the state.
import { negationScopes } from "../text/negation.ts"
import { findRanges, type Range } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"

/** A sentence of the state, analysed on first use: a state may have half a million of them. */
export class Sentence {
  readonly tokens: ReadonlyArray<Token>
  readonly #lexicon: Lexicon
  #negation: Uint8Array | undefined
  #vector: Float64Array | undefined
  #ranges: ReadonlyArray<Range> | undefined

  constructor(lexicon: Lexicon, tokens: ReadonlyArray<Token>) {
    this.#lexicon = lexicon
    this.tokens = tokens
  }

  /** Per token: see `negationScopes`. */
  get negation(): Uint8Array {
    return (this.#negation ??= negationScopes(this.tokens))
  }

  get vector(): Float64Array {
    return (this.#vector ??= this.#lexicon.vectorOf(this.tokens.filter(({ content }) => content)))
  }

  /** Its numbers and dates. */
  get ranges(): ReadonlyArray<Range> {
    return (this.#ranges ??= findRanges(this.tokens))
  }
}
