// Features of a score that depend on the order of its levels: a severe state favours the severe end of the scale.
import type { CooperativeTask } from "../../scheduling/timeSlicer.ts"
import { tokenize } from "../../text/tokenize.ts"
import type { Lexicon } from "../../vectors/lexicon.ts"
import type { Features } from "../model.ts"
import type { Hypothesis } from "../hypothesis.ts"
import { rangeDistances } from "./numericScale.ts"
import { tallySentiment, toneOf } from "./sentiment.ts"
import { directionOf, maxCharacters, slopeOf } from "./scaleDirection.ts"
import type { StateSignals } from "../signals.ts"
import type { StateAnalysis } from "../state.ts"

/**
 * Severity of a state. All signals weigh the same: each is divided by its typical size, because there are too few
 * cases to fit a weight for each.
 */
const severityOf = ({ negatedSeverity, harm, magnitude }: StateSignals): number =>
  negatedSeverity / 0.1 + magnitude / 1.4 + harm / 0.07

const bounded = (value: number): number => Math.max(-1, Math.min(1, value))

/** Features of each level that depend on the whole scale. Reversing the levels reverses the result. */
export const scaleFeatures = function* (
  lexicon: Lexicon,
  analysis: StateAnalysis,
  instruction: Hypothesis,
  levels: ReadonlyArray<string>
): CooperativeTask<ReadonlyArray<Features>> {
  const direction = directionOf(levels)
  // "A great deal" is an amount, no praise.
  const plain = levels.map((level) => level.replaceAll(/\bgreat (?=deal\b)/gi, ""))
  const severity = severityOf(analysis.signals)
  const questionTone = toneOf(tallySentiment(lexicon, instruction.tokens))
  const levelTones: Array<ReturnType<typeof toneOf>> = []
  for (const level of plain) {
    const tokens = tokenize(level.slice(0, maxCharacters))
    levelTones.push(toneOf(tallySentiment(lexicon, tokens)))
    yield 1 + tokens.length * 8
  }
  const axis = (kind: "alarm" | "sentiment"): number =>
    bounded(slopeOf(levelTones.map((level) => level[kind])) + direction * questionTone[kind])
  const alarm = axis("alarm") * analysis.signals.alarm
  const sentiment = axis("sentiment") * analysis.signals.sentiment
  const distances = rangeDistances(instruction, levels, analysis)
  const top = Math.max(1, levels.length - 1)
  return levels.map((_, level) => {
    const place = (2 * level - top) / top
    return {
      rangeDistance: distances[level] ?? 0,
      levelAlarm: alarm * place,
      levelSentiment: sentiment * place,
      levelSeverity: severity * direction * place
    }
  })
}
