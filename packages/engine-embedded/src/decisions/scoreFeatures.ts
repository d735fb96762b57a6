// Features of a score. They depend on the order of its levels: a severe state favours the severe end of the scale, whose
// direction is read from intensity words: "none" before "some" before "a great deal".
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { type Hypothesis, parseHypothesis } from "./hypothesis.ts"
import { matchHypothesis } from "./match.ts"
import type { Features } from "./model.ts"
import type { StateAnalysis } from "./state.ts"
import { rangeDistances } from "./numericScale.ts"
import { sumSentiment } from "./signals.ts"

const intensityClasses: ReadonlyArray<string> = [
  "no none not nothing never nobody zero without harmless absent",
  `minimal minor low lowest slight slightly little few rarely seldom weak small mild trivial negligible poor
  informational calm barely hardly unlikely bad`,
  `some somewhat moderate moderately medium normal mixed sometimes partly partial average fair several neutral
  ordinary acceptable occasional occasionally`,
  `high elevated significant significantly serious seriously major strong strongly often many much lot large
  considerable considerably good frequent frequently likely soon very mostly repeatedly quite`,
  `critical severe severely extreme extremely immediate immediately always all complete completely fully total
  totally highest every definitely certain certainly catastrophic emergency urgent urgently excellent outstanding
  constantly deal entirely`
]
const degrees: ReadonlyMap<string, number> = new Map(
  intensityClasses.flatMap((words, degree) =>
    words.split(/\s+/).map((word): [string, number] => [word, degree])
  )
)

/** The number of a level: "1 - Poor" and "Level 2: fair" are "Poor" and "fair" without it. */
const ownNumber =
  /^\s*(?:(?:level|grade|stage|step|tier|class|priority)\s+)?\d{1,3}(?:\s*[:.)=]|\s+[-–—])(?!\s*\d)\s+/iu

/** The intensity of a level without an intensity word. */
const defaultIntensity = 2

/** A negation among this many first tokens negates the whole level; a later one is a detail. */
const openingTokens = 3

/** Intensity of a level, 0 to 4. A negated level, such as "No sign of leaving", is 0. */
const intensityOf = (tokens: ReadonlyArray<Token>): number => {
  const found = tokens.map(({ text }) => degrees.get(text))
  if (found.slice(0, openingTokens).includes(0)) return 0
  const known = found.flatMap((degree) => degree || [])
  return known.length === 0 ? defaultIntensity : Math.max(...known)
}

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

/** Weighted mean rise of values along a scale. Reversing the values, which are multiples of a half, negates the result exactly. */
const slopeOf = (values: ReadonlyArray<number>): number => {
  const last = values.length - 1
  const rise = sumOf(values.map((value, at) => (2 * at - last) * value))
  return rise === 0 ? 0 : (2 * rise) / sumOf(values.map((_, at) => Math.abs(2 * at - last)))
}

/** The direction of levels of which at least half are bare numbers; 0 for any other scale. */
const directionOfNumbers = (levels: ReadonlyArray<ReadonlyArray<Token>>): number => {
  const numbers = levels.flatMap(([first, second]) =>
    first?.kind === "number" && second === undefined ? first.value : []
  )
  return numbers.length < 2 || 2 * numbers.length < levels.length
    ? 0
    : Math.sign((numbers.at(-1) ?? 0) - (numbers[0] ?? 0))
}

const bounded = (value: number): number => Math.max(-1, Math.min(1, value))

/** The sentiment of a strong word. */
const strongWord = 3

/** Features of each level that depend on the whole scale. Reversing the levels reverses the result. */
export const scaleFeatures = function* (
  lexicon: Lexicon,
  analysis: StateAnalysis,
  instruction: Hypothesis,
  texts: ReadonlyArray<string>
): CooperativeTask<ReadonlyArray<Features>> {
  const levels: Array<ReadonlyArray<Token>> = []
  const exact: Array<number> = []
  for (const text of texts) {
    const hypothesis = parseHypothesis(lexicon, text.replace(ownNumber, ""))
    yield analysis.opening.length + 20 * hypothesis.tokens.length
    exact.push((yield* matchHypothesis(hypothesis, analysis)).exact)
    levels.push(hypothesis.tokens)
  }
  // Near 0 when the levels have no intensity words.
  const direction = bounded(directionOfNumbers(levels) || slopeOf(levels.map(intensityOf)))
  const tones = levels.map((tokens) => sumSentiment(lexicon, tokens).sum)
  const questionTone = sumSentiment(lexicon, instruction.tokens).sum / strongWord
  const sentiment =
    bounded(slopeOf(tones) / strongWord + direction * questionTone) * analysis.signals.sentiment
  const distances = rangeDistances(instruction, levels, analysis)
  const top = Math.max(1, levels.length - 1)
  return levels.map((_, level) => {
    const place = (2 * level - top) / top
    return {
      exact: exact[level] ?? 0,
      rangeDistance: distances[level] ?? 0,
      levelSentiment: sentiment * place,
      levelSeverity: analysis.signals.severity * direction * place
    }
  })
}
