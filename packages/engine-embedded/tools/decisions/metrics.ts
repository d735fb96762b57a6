// Metrics of an evaluation, from answers to questions with a known answer.
import type { Ask } from "@leadline/core/decisions"
import { choiceConfidence, meanLevel, scoreConfidence } from "@leadline/core/decisions"
import { randomFrom } from "./generate/random.ts"

/** One answered question. A noul has yes at 0 and no at 1. */
export interface Answered {
  readonly id: string
  readonly type: Ask["type"]
  readonly p: ReadonlyArray<number>
  readonly gold: number
}

/** Metrics over some answers; shares are 0 to 1. */
export interface Figures {
  readonly count: number
  readonly accuracy: number
  readonly brier: number
  readonly nll: number
  readonly ece: number
  /** Mean distance of the mean score from the true level; `NaN` without scores. */
  readonly mae: number
  /** Share of scores whose mean score, rounded, is the true level; `NaN` without scores. */
  readonly nearest: number
  /** Largest share of answers kept, by falling confidence, with at most 5 % wrong. */
  readonly coverage: number
  /** Answers whose most probable option is above 0.9, and the share of these that are wrong; 0 without any. */
  readonly sure: number
  readonly sureWrong: number
}

const bins = 15

const hit = ({ gold, p }: Answered): number => {
  const top = Math.max(...p)
  return p[gold] === top ? 1 / p.filter((value) => value === top).length : 0
}

/** Confidence of an answer as decisions report it; `abs(2p - 1)` for a noul. */
export const confidence = ({ p, type }: Answered): number =>
  type === "noul"
    ? Math.abs(2 * (p[0] ?? 0.5) - 1)
    : type === "choice"
      ? choiceConfidence(p)
      : scoreConfidence(p)

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const calibrationError = (answers: ReadonlyArray<Answered>): number => {
  const groups = new Map<number, Array<Answered>>()
  for (const answer of answers) {
    const bin = Math.min(bins - 1, Math.floor(bins * Math.max(...answer.p)))
    groups.set(bin, [...(groups.get(bin) ?? []), answer])
  }
  let total = 0
  for (const group of groups.values()) {
    const gap = mean(group.map(hit)) - mean(group.map(({ p }) => Math.max(...p)))
    total += (group.length / answers.length) * Math.abs(gap)
  }
  return total
}

const keptAt = (answers: ReadonlyArray<Answered>, error: number): number => {
  const ranked = answers.map((answer) => ({ sure: confidence(answer), wrong: 1 - hit(answer) }))
  ranked.sort((a, b) => b.sure - a.sure)
  let wrong = 0
  let kept = 0
  for (const [index, answer] of ranked.entries()) {
    wrong += answer.wrong
    // Answers of equal confidence are kept or left together.
    if (ranked[index + 1]?.sure !== answer.sure && wrong <= error * (index + 1)) kept = index + 1
  }
  return kept / answers.length
}

const scores = (answers: ReadonlyArray<Answered>): ReadonlyArray<Answered> =>
  answers.filter(({ type }) => type === "score")

const sureFrom = 0.9

const sureOf = (answers: ReadonlyArray<Answered>): Pick<Figures, "sure" | "sureWrong"> => {
  const sure = answers.filter(({ p }) => Math.max(...p) > sureFrom)
  return { sure: sure.length, sureWrong: sure.length === 0 ? 0 : 1 - mean(sure.map(hit)) }
}

/** All metrics over some answers. */
export const figures = (answers: ReadonlyArray<Answered>): Figures => ({
  count: answers.length,
  accuracy: mean(answers.map(hit)),
  brier: mean(
    answers.map(({ gold, p }) => p.reduce((sum, value, i) => sum + (value - (i === gold ? 1 : 0)) ** 2, 0))
  ),
  nll: mean(answers.map(({ gold, p }) => -Math.log(Math.max(p[gold] ?? 0, 1e-12)))),
  ece: calibrationError(answers),
  mae: mean(scores(answers).map(({ gold, p }) => Math.abs(meanLevel(p) - gold))),
  nearest: mean(scores(answers).map(({ gold, p }) => (Math.round(meanLevel(p)) === gold ? 1 : 0))),
  coverage: keptAt(answers, 0.05),
  ...sureOf(answers)
})

/** The 95 % interval of a metric, by a seeded bootstrap of 1,000 draws over cases. */
export const interval = (
  answers: ReadonlyArray<Answered>,
  figure: (answers: ReadonlyArray<Answered>) => number
): readonly [number, number] => {
  const byCase = [...Map.groupBy(answers, ({ id }) => id).values()]
  const random = randomFrom(20_261_121)
  const values = Array.from({ length: 1_000 }, () =>
    figure(Array.from(byCase, () => byCase[Math.floor(random() * byCase.length)] ?? []).flat())
  ).toSorted((a, b) => a - b)
  return [values[25] ?? Number.NaN, values[974] ?? Number.NaN]
}
