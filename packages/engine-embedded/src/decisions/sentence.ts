// One sentence of the state, analysed on demand.
import { negationScopes } from "../text/negation.ts"
import type { Range } from "../text/ranges.ts"
import { findRanges } from "../text/ranges.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { normalize } from "../vectors/vectorMath.ts"

/** One sentence of the state. */
export interface Sentence {
  readonly tokens: ReadonlyArray<Token>
  /** Per token: see `negationScopes`. */
  readonly negation: Uint8Array
  readonly vector: Float64Array
  /** Its numbers and dates. */
  readonly ranges: ReadonlyArray<Range>
}

/** A sentence whose features are computed on first use: a state may have half a million of them. */
export class LazySentence implements Sentence {
  readonly tokens: ReadonlyArray<Token>
  readonly #lexicon: Lexicon
  #negation: Uint8Array | undefined
  #vector: Float64Array | undefined
  #ranges: ReadonlyArray<Range> | undefined

  constructor(lexicon: Lexicon, tokens: ReadonlyArray<Token>) {
    this.#lexicon = lexicon
    this.tokens = tokens
  }

  get negation(): Uint8Array {
    return (this.#negation ??= negationScopes(this.tokens))
  }

  get vector(): Float64Array {
    if (this.#vector !== undefined) return this.#vector
    const sum = new Float64Array(this.#lexicon.dimensions)
    for (const token of this.tokens) if (token.content) this.#lexicon.addVector(token, sum)
    return (this.#vector = normalize(sum))
  }

  get ranges(): ReadonlyArray<Range> {
    return (this.#ranges ??= findRanges(this.tokens))
  }
}
