// How well a claim is borne out by the state.
import type { Claim } from "./claim.ts"
import type { Evidence } from "./evidence.ts"
import { similarity } from "./lexicon.ts"
import { holds } from "./quantities.ts"

/** What was found for a claim. All numbers lie within -1 to 1; all are 0 when nothing was found. */
export interface Match {
  /** Share of the claim's words found together in one sentence, with related words counted in part. */
  readonly coverage: number
  /** The same, with the very words only. */
  readonly exact: number
  /** Share of the words found anywhere. */
  readonly spread: number
  /** Closest meaning of one sentence, and meaning of the whole. */
  readonly closeness: number
  readonly theme: number
  /** In the best sentence: share of the matched words that are turned around; and those before a negation. */
  readonly turned: number
  readonly trailed: number
  /** Over all sentences: 1 when all matches stand plainly, -1 when all are turned around. */
  readonly vote: number
  /** The best sentence asks or supposes instead of saying. */
  readonly asked: number
  readonly modal: number
  /** What is replied to the best sentence. */
  readonly reply: number
  /** 1 a number satisfies the claim's bound, -1 it does not; scaled by how surely that number is meant. */
  readonly number: number
  /** The claim's bound found a number of its unit. */
  readonly measured: number
}

/** Scratch space for one state, reused between claims. */
export interface Board {
  readonly covered: Float64Array
  readonly exact: Float64Array
  readonly turned: Float64Array
  readonly trailed: Float64Array
  readonly best: Float64Array
  readonly turn: Uint8Array
}

/** Scratch space for a state. */
export const makeBoard = (evidence: Evidence): Board => {
  const size = evidence.sentences.length
  return {
    covered: new Float64Array(size),
    exact: new Float64Array(size),
    turned: new Float64Array(size),
    trailed: new Float64Array(size),
    best: new Float64Array(size),
    turn: new Uint8Array(size)
  }
}

/** Sentences compared by meaning with one claim, at most. */
const compared = 64

const nothing: Match = {
  coverage: 0,
  exact: 0,
  spread: 0,
  closeness: 0,
  theme: 0,
  turned: 0,
  trailed: 0,
  vote: 0,
  asked: 0,
  modal: 0,
  reply: 0,
  number: 0,
  measured: 0
}

const measure = (claim: Claim, evidence: Evidence, board: Board): readonly [number, number] => {
  const bound = claim.bound
  if (bound === undefined) return [0, 0]
  let total = 0
  let sum = 0
  let surest = 0
  for (const [s, sentence] of evidence.sentences.entries()) {
    for (const quantity of sentence.quantities) {
      if (quantity.unit !== bound.quantity.unit) continue
      let near = 0
      for (const term of claim.terms) {
        let here = 0
        for (
          let at = Math.max(0, quantity.at - 6);
          at < Math.min(sentence.tokens.length, quantity.end + 6);
          at++
        ) {
          const stem = sentence.tokens[at]?.stem
          for (const variant of term.variants) {
            if (variant.stem === stem && variant.strength > here) here = variant.strength
          }
        }
        near += here * term.weight
      }
      const whole = claim.weight === 0 ? 1 : claim.weight
      const sure = 0.5 * (near / whole) + 0.5 * ((board.covered[s] ?? 0) / whole)
      const share = sure ** 4 + 1e-6
      total += share
      sum += share * (holds(bound, quantity.value) ? 1 : -1)
      surest = Math.max(surest, sure)
    }
  }
  return total === 0 ? [0, 0] : [sum / total, 0.2 + 0.8 * surest]
}

/** Matches one claim against the state. */
export const match = (claim: Claim, evidence: Evidence, board: Board): Match => {
  if (claim.terms.length === 0 && claim.bound === undefined) return nothing
  const { covered, exact, turned, trailed, best, turn } = board
  const touched: Array<number> = []
  let spread = 0
  for (const term of claim.terms) {
    const reached: Array<number> = []
    let anywhere = 0
    for (const variant of term.variants) {
      const places = evidence.places.get(variant.stem)
      if (places === undefined) continue
      if (!variant.opposite && variant.strength > anywhere) anywhere = variant.strength
      for (let p = 0; p < places.length; p += 2) {
        const s = places[p] ?? 0
        const before = best[s] ?? 0
        if (variant.strength <= before) continue
        if (before === 0) reached.push(s)
        best[s] = variant.strength
        const mark = evidence.sentences[s]?.negation[places[p + 1] ?? 0] ?? 0
        const flipped = ((mark === 1) !== variant.opposite) !== term.negated
        turn[s] = (flipped ? 1 : 0) + (mark === 2 ? 2 : 0)
      }
    }
    spread += anywhere * term.weight
    for (const s of reached) {
      if (covered[s] === 0) touched.push(s)
      const share = (best[s] ?? 0) * term.weight
      covered[s] = (covered[s] ?? 0) + share
      if (best[s] === 1) exact[s] = (exact[s] ?? 0) + share
      if ((turn[s] ?? 0) & 1) turned[s] = (turned[s] ?? 0) + share
      if ((turn[s] ?? 0) & 2) trailed[s] = (trailed[s] ?? 0) + share
      best[s] = 0
    }
  }
  const whole = claim.weight === 0 ? 1 : claim.weight
  const [number, measured] = measure(claim, evidence, board)

  const all = evidence.sentences.length
  let closeness = 0
  let top = -1
  let topScore = 0
  let votes = 0
  let vote = 0
  let mostExact = 0
  touched.sort((a, b) => (covered[b] ?? 0) - (covered[a] ?? 0) || a - b)
  const wide = all <= compared
  const count = wide ? all : Math.min(touched.length, compared)
  for (let i = 0; i < count; i++) {
    const s = wide ? i : (touched[i] ?? 0)
    const sentence = evidence.sentences[s]
    if (sentence === undefined) continue
    const near = similarity(claim.vector, sentence.vector)
    if (near > closeness) closeness = near
    const share = (covered[s] ?? 0) / whole
    if (share === 0) continue
    const score = share + 0.3 * near
    if (score > topScore) {
      topScore = score
      top = s
    }
    mostExact = Math.max(mostExact, (exact[s] ?? 0) / whole)
    const power = Math.max(0, score) ** 4
    votes += power
    vote += power * (1 - (2 * (turned[s] ?? 0)) / (covered[s] ?? 1))
  }
  const sentence = evidence.sentences[top]
  const mass = covered[top] ?? 0
  const result: Match = {
    coverage: mass / whole,
    exact: mostExact,
    spread: spread / whole,
    closeness,
    theme: similarity(claim.vector, evidence.vector),
    turned: mass === 0 ? 0 : (turned[top] ?? 0) / mass,
    trailed: mass === 0 ? 0 : (trailed[top] ?? 0) / mass,
    vote: votes === 0 ? 0 : vote / votes,
    asked: sentence?.question === true ? 1 : 0,
    modal: sentence?.modal === true ? 1 : 0,
    reply: sentence?.question === true ? (evidence.sentences[top + 1]?.reply ?? 0) : 0,
    number,
    measured
  }
  for (const s of touched) covered[s] = exact[s] = turned[s] = trailed[s] = 0
  return result
}
