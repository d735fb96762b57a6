// Measures the embedded engine on labelled cases and probes: `npm run lab -- eval`.
import type { Ask, Weigher } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { weigher } from "../../src/index.ts"
import { answerConversations } from "../chat/conversations.ts"
import { answerFields } from "../structured-output/fields.ts"
import { compareSearches } from "../search/ranks.ts"
import { type Case, fittedFiles, labelledCases, readCases } from "./cases.ts"
import { type Example, examples, fitModel, predict } from "./fit.ts"

/** One answered question. A noul has yes at 0 and no at 1. */
export interface Answered {
  readonly id: string
  readonly type: Ask["type"]
  readonly p: ReadonlyArray<number>
  /** `undefined`: no answer is known. */
  readonly gold: number | undefined
}

const bins = 15
const sureFrom = 0.9

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const largest = ({ p }: Answered): number => Math.max(...p)

/** Is the most probable option right? Of equally probable options each counts in part. */
const hit = (answer: Answered): number => {
  const top = largest(answer)
  return answer.p[answer.gold ?? -1] === top ? 1 / answer.p.filter((value) => value === top).length : 0
}

/** Metrics over some answers; shares are 0 to 1. */
export const figures = (answers: ReadonlyArray<Answered>) => {
  const groups = Map.groupBy(answers, (answer) => Math.min(bins - 1, Math.floor(bins * largest(answer))))
  const gaps = [...groups.values()].map(
    (group) => (group.length / answers.length) * Math.abs(mean(group.map(hit)) - mean(group.map(largest)))
  )
  const sure = answers.filter((answer) => largest(answer) > sureFrom)
  return {
    accuracy: mean(answers.map(hit)),
    chance: mean(answers.map(({ p }) => 1 / p.length)),
    // Mean negative logarithm of the probability of the right option.
    nll: mean(answers.map(({ gold = -1, p }) => -Math.log(Math.max(p[gold] ?? 0, 1e-12)))),
    // Expected calibration error: mean distance of probability and accuracy, in bins of the largest probability.
    ece: gaps.reduce((sum, gap) => sum + gap, 0),
    sure: sure.length / answers.length,
    sureWrong: sure.length === 0 ? 0 : 1 - mean(sure.map(hit))
  }
}

/** The 95 % interval of the accuracy, by a seeded bootstrap of 1,000 draws over cases. */
const interval = (answers: ReadonlyArray<Answered>): ReadonlyArray<number> => {
  const byCase = [...Map.groupBy(answers, ({ id }) => id).values()].map((group) => group.map(hit))
  let state = 20_261_121
  const drawn = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return byCase[Math.floor((state / 2 ** 32) * byCase.length)] ?? []
  }
  const values = Array.from({ length: 1_000 }, () => mean(byCase.flatMap(drawn))).toSorted((a, b) => a - b)
  return [values[25] ?? Number.NaN, values[974] ?? Number.NaN]
}

/** The engine's answers to all questions of some cases. */
export const answersOf = Effect.fnUntraced(function* (engine: Weigher, cases: ReadonlyArray<Case>) {
  const answers: Array<Answered & Pick<Case, "domain">> = []
  for (const { domain, id, questions, state } of cases) {
    const asks = questions.map(({ ask }) => ask)
    const { weights } = yield* engine.weigh(state, asks)
    for (const [at, { ask, gold }] of questions.entries())
      answers.push({ domain, id, type: ask.type, p: probabilities(weights[at] ?? []) ?? [], gold })
  }
  return answers
})

/** How some things of a kind came out. */
type Verdicts = ReadonlyArray<readonly [kind: string, verdicts: ReadonlyArray<string>]>

/** An answer from 0.3 to 0.7 is unsure. */
const unsureTo = 0.7

/** Right, unsure, wrong, or wrong above 0.9. */
const judge = ({ gold, p: [yes = Number.NaN] }: Answered): string => {
  if (gold !== undefined && yes >= 0.5 === (gold === 0)) return "right"
  const sureness = Math.max(yes, 1 - yes)
  return sureness <= unsureTo ? "unsure" : sureness <= sureFrom ? "wrong" : "surely wrong"
}

/** Asks all probes, by their families. */
export const askProbes = (engine: Weigher): Effect.Effect<Verdicts, unknown> =>
  Effect.map(answersOf(engine, labelledCases("probes")), (answers) =>
    [...Map.groupBy(answers, ({ domain }) => domain)].map(([family, own]) => [family, own.map(judge)])
  )

/** The share of some verdicts. */
export const share = (verdicts: ReadonlyArray<string>, ...which: ReadonlyArray<string>): number =>
  verdicts.filter((verdict) => which.includes(verdict)).length / verdicts.length

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

const tableOf = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** A table of metrics, a row per kind of question. */
const figuresTable = (all: ReadonlyArray<Answered>): string => {
  const answers = all.filter(({ gold }) => gold !== undefined)
  if (answers.length === 0) throw new Error("No question has a gold answer.")
  const rows = ["noul", "choice", "score", "all"].flatMap((kind) => {
    const own = answers.filter(({ type }) => kind === "all" || type === kind)
    if (own.length === 0) return []
    const f = figures(own)
    const right = interval(own).map(percent).join(" to ")
    const shares = [percent(f.accuracy), right, percent(f.chance)]
    const losses = [f.nll.toFixed(3), f.ece.toFixed(3)]
    return [[kind, `${own.length}`, ...shares, ...losses, percent(f.sure), percent(f.sureWrong)]]
  })
  return tableOf("Kind, n, Right, Interval, Chance, NLL, ECE, > 0.9, of these wrong".split(", "), rows)
}

const probesTable = (families: Verdicts): string => {
  const columns = [["right"], ["unsure"], ["wrong", "surely wrong"], ["surely wrong"]]
  const rows = families.map(([family, own]) => [
    family,
    ...columns.map((which) => percent(share(own, ...which)))
  ])
  return tableOf(["Family", "Right", "Unsure", "Wrong", "Wrong above 0.9"], rows)
}

/** A table of numbers of verdicts, a row per set. */
const verdictsTable = (sets: Verdicts): string => {
  const names = [...new Set(sets.flatMap(([, verdicts]) => verdicts))]
  const rows = sets.map(([set, verdicts]) => [
    set,
    `${verdicts.length}`,
    ...names.map((name) => `${verdicts.filter((verdict) => verdict === name).length}`)
  ])
  return tableOf(["Set", "n", ...names], rows)
}

/** Groups of domains: the questions of each are answered by a model that was fitted without them. */
const groups = 12

/** Domains of one name in several files are one domain. */
const answersLeftOut = (all: ReadonlyArray<Example>) => {
  const domains = [...new Set(all.map(({ domain }) => domain))].toSorted()
  return Array.from({ length: groups }, (_, group) => {
    const isHeld = ({ domain }: Example) => domains.indexOf(domain) % groups === group
    const model = fitModel(all.filter((example) => !isHeld(example)))
    return all
      .filter(isHeld)
      .map((example) => ({ ...example, p: predict(model[example.type], example.rows) }))
  }).flat()
}

/** All figures, or those of one file, as Markdown. */
export const evaluate = (file?: string): Promise<string> =>
  Effect.runPromise(file === undefined ? evaluateAll : evaluateFile(file))

const evaluateFile = Effect.fnUntraced(function* (file: string) {
  const cases = readCases(file)
  const known = new Set(fittedFiles.flatMap(labelledCases).map(({ state }) => JSON.stringify(state)))
  if (cases.some(({ state }) => known.has(JSON.stringify(state))))
    throw new Error(`${file}: the engine is fitted to texts of this file; the figures would say nothing`)
  return figuresTable(yield* answersOf(yield* weigher, cases))
})

const evaluateAll = Effect.gen(function* () {
  const engine = yield* weigher
  const answers = answersLeftOut(yield* examples)
  return [
    ...fittedFiles.flatMap((name) => [
      `${name}, domains left out`,
      figuresTable(answers.filter(({ file }) => file === name))
    ]),
    "all of them",
    figuresTable(answers),
    "unseen, in no way fitted to",
    figuresTable(yield* answersOf(engine, labelledCases("unseen"))),
    "probes",
    probesTable(yield* askProbes(engine)),
    "fields of structured output",
    verdictsTable(yield* answerFields),
    "last questions of conversations",
    verdictsTable(yield* answerConversations),
    "mean reciprocal rank of the first page that answers a query",
    tableOf(["Pages", "Queries", "Hybrid", "Words alone", "minisearch"], yield* compareSearches)
  ].join("\n\n")
})
