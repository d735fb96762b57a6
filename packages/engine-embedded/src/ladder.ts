// What the levels of a score have beyond options: an order, and how strong each level is.
import type { Claim } from "./claim.ts"
import type { Reading, Row, Setting } from "./features.ts"
import { support } from "./features.ts"
import { similarity } from "./lexicon.ts"
import { match } from "./match.ts"
import { toneOf } from "./tone.ts"
import * as Words from "./words.ts"

/** Strength of a text's words from 0 to 1, or `undefined` when it has none of the known ones. */
const strengthOf = (claim: Claim): number | undefined => {
  const found = claim.tokens.flatMap((token) => Words.strengths.get(token.text) ?? [])
  return found.length === 0 ? undefined : found.reduce((total, value) => total + value, 0) / found.length
}

/** Adds the features of a ladder to the rows of its levels. */
export const ladderRows = (
  { axes, board, evidence }: Setting,
  instruction: Claim,
  readings: ReadonlyArray<Reading>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<Row> => {
  const asked = match(instruction, evidence, board)
  const gravity = toneOf(evidence, axes.gravity)
  const praise = toneOf(evidence, axes.praise)
  const first = readings[0]?.whole.vector
  const last = readings.at(-1)?.whole.vector
  const rise =
    first === undefined || last === undefined
      ? 0
      : similarity(last, axes.praise) - similarity(first, axes.praise)
  const present = evidence.sentences.length === 0 ? 0 : 1
  const strengths = new Array<number>()
  for (const sentence of evidence.sentences.slice(0, 256)) {
    for (const token of sentence.tokens) {
      const v = Words.strengths.get(token.text)
      if (v !== undefined && token.content) strengths.push(v)
    }
  }
  const negations =
    evidence.sentences.slice(0, 256).filter((s) => s.negation.some((m) => m === 1)).length /
    Math.max(1, Math.min(256, evidence.sentences.length))
  const meanStrength = strengths.length === 0 ? 0.4 : strengths.reduce((a, b) => a + b, 0) / strengths.length
  const top = Math.max(1, readings.length - 1)
  return readings.map((reading, index) => {
    const height = index / top
    const strength = strengthOf(reading.whole) ?? height
    return {
      ...rows[index],
      heightSupport: height * support(asked),
      heightVote: height * asked.vote * asked.coverage,
      heightCloseness: height * asked.closeness,
      heightGravity: height * gravity.mean,
      heightGravityPeak: height * gravity.peak,
      heightPraise: height * praise.mean,
      heightPraiseRise: height * praise.mean * rise,
      heightNegations: height * negations,
      heightStrength: height * (meanStrength - 0.5),
      fit: -((strength - meanStrength) ** 2) * present,
      middle: height * (1 - height) * present,
      height: height * present,
      strength: strength * present
    }
  })
}
