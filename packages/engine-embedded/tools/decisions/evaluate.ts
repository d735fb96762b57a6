// Measures the decisions engine on labelled cases and probes: `npm run lab -- eval`.
import type { Ask, Weigher } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { weigher } from "../../src/index.ts"
import { answerConversations } from "../chat/conversations.ts"
import { answerFields } from "../structured-output/fields.ts"
import { compareSearches } from "../search/compare.ts"
import type { Case } from "./cases.ts"
import { CaseError, fittedFiles, labelledCases, probesFile, readCases, unseenFile } from "./cases.ts"
import { examplesOf, fitModel, foldsOf, predict } from "./fit.ts"

/** One answered question. A noul has yes at 0 and no at 1. */
export interface Answered {
  readonly id: string
  readonly type: Ask["type"]
  readonly p: ReadonlyArray<number>
  readonly gold: number
}

const bins = 15
const sureFrom = 0.9

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const largest = ({ p }: Answered): number => Math.max(...p)

/** Is the most probable option right? Of equally probable options each counts in part. */
const hit = (answer: Answered): number => {
  const top = largest(answer)
  return answer.p[answer.gold] === top ? 1 / answer.p.filter((value) => value === top).length : 0
}

/** Metrics over some answers; shares are 0 to 1. */
export const figures = (answers: ReadonlyArray<Answered>) => {
  const groups = Map.groupBy(answers, (answer) => Math.min(bins - 1, Math.floor(bins * largest(answer))))
  const gaps = [...groups.values()].map(
    (group) => (group.length / answers.length) * Math.abs(mean(group.map(hit)) - mean(group.map(largest)))
  )
  const sure = answers.filter((answer) => largest(answer) > sureFrom)
  return {
    count: answers.length,
    accuracy: mean(answers.map(hit)),
    chance: mean(answers.map(({ p }) => 1 / p.length)),
    // Mean negative logarithm of the probability of the right option.
    nll: mean(answers.map(({ gold, p }) => -Math.log(Math.max(p[gold] ?? 0, 1e-12)))),
    // Expected calibration error: mean distance of probability and accuracy, in bins of the largest probability.
    ece: gaps.reduce((sum, gap) => sum + gap, 0),
    sure: sure.length / answers.length,
    sureWrong: sure.length === 0 ? 0 : 1 - mean(sure.map(hit))
  }
}

/** The 95 % interval of the accuracy, by a seeded bootstrap of 1,000 draws over cases. */
const interval = (answers: ReadonlyArray<Answered>): readonly [number, number] => {
  const byCase = [...Map.groupBy(answers, ({ id }) => id).values()].map((group) => group.map(hit))
  let state = 20_261_121
  const drawn = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return byCase[Math.floor((state / 2 ** 32) * byCase.length)] ?? []
  }
  const values = Array.from({ length: 1_000 }, () => mean(byCase.flatMap(drawn))).toSorted((a, b) => a - b)
  return [values[25] ?? Number.NaN, values[974] ?? Number.NaN]
}

/** The probabilities that the engine gives to the options of each question of a case. */
const probabilitiesOf = (engine: Weigher, { questions, state }: Case) =>
  Effect.map(
    engine.weigh(
      state,
      questions.map(({ ask }) => ask)
    ),
    ({ weights }) => weights.map((own) => probabilities(own) ?? [])
  )

/** The engine's answers to all questions of the cases that have a known answer. */
export const answersOf = Effect.fnUntraced(function* (engine: Weigher, cases: ReadonlyArray<Case>) {
  const answers: Array<Answered> = []
  for (const one of cases) {
    const given = yield* probabilitiesOf(engine, one)
    for (const [index, { ask, gold }] of one.questions.entries())
      if (gold !== undefined) answers.push({ id: one.id, type: ask.type, p: given[index] ?? [], gold })
  }
  return answers
})

/** An answer from 0.3 to 0.7 is unsure. */
const unsureFrom = 0.3

/**
 * Asks all probes. Shares of the answers of each family; `sure` are wrong ones above 0.9, which count among the wrong ones,
 * too.
 */
export const askProbes = Effect.fnUntraced(function* (engine: Weigher, list: ReadonlyArray<Case>) {
  const judged: Array<{ family: string; right: boolean; wrong: boolean; sure: boolean }> = []
  for (const probe of list) {
    const [[yes = Number.NaN] = []] = yield* probabilitiesOf(engine, probe)
    const gold = probe.questions[0]?.gold
    const right = gold !== undefined && yes >= 0.5 === (gold === 0)
    const wrong = !right && (yes < unsureFrom || yes > 1 - unsureFrom)
    judged.push({ family: probe.domain, right, wrong, sure: wrong && Math.max(yes, 1 - yes) > sureFrom })
  }
  return [...Map.groupBy(judged, ({ family }) => family)].map(([family, own]) => ({
    family,
    right: mean(own.map(({ right }) => Number(right))),
    unsure: mean(own.map(({ right, wrong }) => Number(!right && !wrong))),
    wrong: mean(own.map(({ wrong }) => Number(wrong))),
    sure: mean(own.map(({ sure }) => Number(sure)))
  }))
})

const percent = (value: number): string => (Number.isNaN(value) ? "" : `${(100 * value).toFixed(1)} %`)

const tableOf = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

const kinds = ["noul", "choice", "score", "all"] as const

/** A table of metrics, a row per kind of question. */
const figuresTable = (answers: ReadonlyArray<Answered>): string => {
  const heads = "Kind, n, Right, Interval, Chance, NLL, ECE, > 0.9, of these wrong".split(", ")
  const rows = kinds.flatMap((kind) => {
    const own = answers.filter(({ type }) => kind === "all" || type === kind)
    if (own.length === 0) return []
    const f = figures(own)
    const right = interval(own).map(percent).join(" to ")
    const shares = [percent(f.accuracy), right, percent(f.chance)]
    const losses = [f.nll.toFixed(3), f.ece.toFixed(3)]
    return [[kind, `${f.count}`, ...shares, ...losses, percent(f.sure), percent(f.sureWrong)]]
  })
  return tableOf(heads, rows)
}

/** A table of verdicts, a row per set. */
const verdictsTable = (
  sets: ReadonlyArray<readonly [set: string, results: ReadonlyArray<{ readonly verdict: string }>]>
): string => {
  const verdicts = [...new Set(sets.flatMap(([, results]) => results.map(({ verdict }) => verdict)))]
  const rows = sets.map(([set, results]) => [
    set,
    `${results.length}`,
    ...verdicts.map((verdict) => `${results.filter((result) => result.verdict === verdict).length}`)
  ])
  return tableOf(["Set", "n", ...verdicts], rows)
}

/** Groups of domains: the questions of each are answered by a model that was fitted without them. */
const groups = 12

/** All figures, or those of one file, as Markdown. */
export const evaluate = (file?: string): Promise<string> =>
  Effect.runPromise(file === undefined ? evaluateAll : evaluateFile(file))

const evaluateFile = Effect.fnUntraced(function* (file: string) {
  const cases = readCases(file)
  const known = new Set(fittedFiles.flatMap(labelledCases).map(({ state }) => JSON.stringify(state)))
  if (cases.some(({ state }) => known.has(JSON.stringify(state))))
    throw new CaseError(`${file}: the engine is fitted to texts of this file; the figures would say nothing`)
  const answers = yield* answersOf(yield* weigher, cases)
  if (answers.length === 0) throw new CaseError(`${file}: no question has a gold answer`)
  return figuresTable(answers)
})

const evaluateAll = Effect.gen(function* () {
  const engine = yield* weigher
  const examples = yield* examplesOf
  const real = (yield* Effect.forEach(fittedFiles, examples)).flat()
  const answers = foldsOf(real, groups).flatMap(({ held, rest }) => {
    const model = fitModel(rest)
    return held.map((example) => ({ ...example, p: predict(model, example) }))
  })
  const unseen = yield* answersOf(engine, labelledCases(unseenFile))
  const families = yield* askProbes(engine, labelledCases(probesFile))
  const rows = families.map(({ family, ...shares }) => [family, ...Object.values(shares).map(percent)])
  return [
    ...fittedFiles.flatMap((name) => [
      `${name}, domains left out`,
      figuresTable(answers.filter((answer) => answer.file === name))
    ]),
    "all of them",
    figuresTable(answers),
    `${unseenFile}, in no way fitted to`,
    figuresTable(unseen),
    "probes",
    tableOf(["Family", "Right", "Unsure", "Wrong", "Wrong above 0.9"], rows),
    "fields of structured output",
    verdictsTable(yield* answerFields),
    "last questions of conversations",
    verdictsTable(yield* answerConversations),
    "mean reciprocal rank of the first page that answers a query",
    tableOf(["Pages", "Queries", "Hybrid", "Words alone", "minisearch"], yield* compareSearches)
  ].join("\n\n")
})
