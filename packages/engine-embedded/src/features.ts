// Numbers that describe each option of a question against the state; the model weighs them.
import * as Effect from "effect/Effect"
import type { Claim } from "./claim.ts"
import { parseClaim, parseClauses } from "./claim.ts"
import type { Evidence } from "./evidence.ts"
import { flatten } from "./flatten.ts"
import { ladderRows } from "./ladder.ts"
import type { Lexicon } from "./lexicon.ts"
import { similarity, unit } from "./lexicon.ts"
import type { Board, Match } from "./match.ts"
import { match } from "./match.ts"
import type { Pace } from "./pace.ts"
import type { Ask, AskOption } from "@leadline/core/decisions"
import type { Axes } from "./tone.ts"

/** Features of one option by name. */
export type Row = Readonly<Record<string, number>>

/** What every question of a request is judged with. */
export interface Setting {
  readonly lexicon: Lexicon
  readonly axes: Axes
  readonly evidence: Evidence
  readonly board: Board
  readonly pace: Pace
}

const largest = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((max, value) => Math.max(max, value), -1)

/** Signed support of a claim: found and plain 1, found and turned around -1. */
export const support = (m: Match): number => m.coverage * (1 - 2 * m.turned)

/** Features of a claim that is either so or not. All are 0 when nothing at all was found. */
export const claimRow = (m: Match, claim: Claim): Row => {
  const found = m.spread > 0 || m.measured > 0 ? 1 : 0
  const bounded = claim.bound === undefined ? 0 : found
  const plain = claim.bound === undefined ? found : 0
  return {
    found,
    bounded,
    coverage: m.coverage * plain,
    exact: m.exact * plain,
    spread: m.spread * plain,
    closeness: m.closeness * plain,
    theme: m.theme * plain,
    turned: m.turned * plain,
    turnedCoverage: m.turned > 0.5 ? m.coverage * plain : 0,
    support: support(m) * plain,
    vote: m.vote * plain,
    voteCoverage: m.vote * m.coverage * plain,
    trailed: m.trailed * m.coverage * plain,
    modal: m.modal * m.coverage * plain,
    asked: m.asked * plain,
    reply: m.reply * m.coverage * plain,
    number: m.number,
    numberMeasured: m.number * m.measured,
    unmeasured: m.measured === 0 ? bounded : 0,
    measured: m.measured * bounded,
    boundedCoverage: m.coverage * bounded,
    boundedTurned: m.turned * bounded,
    negated: claim.negated ? found : 0
  }
}

const oneClaim = (setting: Setting, text: string): Row => {
  const claim = parseClaim(setting.lexicon, text)
  return claimRow(match(claim, setting.evidence, setting.board), claim)
}

const combine = (left: Row, right: Row, factor: number): Row =>
  Object.fromEntries(Object.entries(left).map(([name, value]) => [name, value + factor * (right[name] ?? 0)]))

/** Yes carries the instructions and what yes means, no carries what no means: exchanging the two negates. */
const noulRows = (setting: Setting, ask: Ask): ReadonlyArray<Row> => {
  const [asked = "", yes = "", no = ""] = [
    ask.instructions,
    ...ask.options.map((option) => option.description)
  ].map(flatten)
  const nothing = oneClaim(setting, "")
  return [
    combine(oneClaim(setting, asked), oneClaim(setting, yes), 1),
    combine(nothing, oneClaim(setting, no), 1)
  ]
}

/** An option as the claims it makes. */
export interface Reading {
  readonly name: Claim
  readonly whole: Claim
  readonly clauses: ReadonlyArray<Claim>
}

const readOption = (lexicon: Lexicon, ask: Ask, option: AskOption): Reading => {
  const described = flatten(option.description)
  const text = ask.type === "choice" && described === "" ? option.name : described
  return {
    name: parseClaim(lexicon, ask.type === "choice" ? option.name : ""),
    whole: parseClaim(lexicon, text),
    clauses: parseClauses(lexicon, text)
  }
}

/** How many options use each stem. */
const countHolders = (readings: ReadonlyArray<Reading>): ReadonlyMap<string, number> => {
  const holders = new Map<string, number>()
  for (const { name, whole } of readings) {
    for (const key of new Set([...name.terms, ...whole.terms].map((term) => term.stem))) {
      holders.set(key, (holders.get(key) ?? 0) + 1)
    }
  }
  return holders
}

/** Share of an option's words found in the state; words that few options share count most. */
const distinct = (reading: Reading, holders: ReadonlyMap<string, number>, evidence: Evidence): number => {
  let whole = 0
  let found = 0
  for (const term of [...reading.name.terms, ...reading.whole.terms]) {
    const weight = term.weight / (holders.get(term.stem) ?? 1)
    let here = 0
    for (const { opposite, stem, strength } of term.variants) {
      if (!opposite && strength > here && evidence.places.has(stem)) here = strength
    }
    whole += weight
    found += weight * here
  }
  return whole === 0 ? 0 : found / whole
}

/** The state's meaning as seen from the instructions: near sentences count most. */
const focus = (evidence: Evidence, instruction: Claim): Float64Array => {
  const total = new Float64Array(evidence.vector.length)
  for (const { vector } of evidence.sentences.slice(0, 256)) {
    const relevance = Math.max(0, similarity(vector, instruction.vector)) ** 2
    for (let d = 0; d < total.length; d++) total[d] = (total[d] ?? 0) + relevance * (vector[d] ?? 0)
  }
  return unit(total)
}

const optionRow = (
  { board, evidence }: Setting,
  reading: Reading,
  focused: Float64Array,
  holders: ReadonlyMap<string, number>
): Row => {
  const name = match(reading.name, evidence, board)
  const whole = match(reading.whole, evidence, board)
  const clauses = reading.clauses.map((clause) => match(clause, evidence, board))
  const bounded = reading.clauses.some(
    (clause, i) => clause.bound !== undefined && clauses[i]?.measured === 0
  )
  return {
    nameCoverage: name.coverage,
    nameExact: name.exact,
    nameSupport: support(name),
    nameCloseness: name.closeness,
    nameTheme: name.theme,
    coverage: whole.coverage,
    exact: whole.exact,
    spread: whole.spread,
    closeness: whole.closeness,
    theme: whole.theme,
    support: support(whole),
    voteCoverage: whole.vote * whole.coverage,
    trailed: whole.trailed * whole.coverage,
    modal: whole.modal * whole.coverage,
    bestClause: largest(clauses.map((m) => m.coverage)),
    bestSupport: largest(clauses.map((m) => support(m) + 0.5 * m.number * m.measured)),
    bestCloseness: largest(clauses.map((m) => m.closeness)),
    clauseSum:
      clauses.length === 0 ? 0 : clauses.reduce((total, m) => total + support(m), 0) / clauses.length,
    number: clauses.reduce((total, m) => total + m.number * m.measured, 0),
    unmeasured: bounded && evidence.sentences.length > 0 ? 1 : 0,
    distinct: distinct(reading, holders, evidence),
    focused: similarity(focused, reading.whole.vector),
    focusedName: similarity(focused, reading.name.vector)
  }
}

/** Rough work of matching one option, in units of `Pace`. */
const optionCost = 60

/** Features of every option of a question, in the order of the options. */
export const askRows = Effect.fnUntraced(function* (setting: Setting, ask: Ask) {
  const { evidence, lexicon, pace } = setting
  const compared = Math.min(64, evidence.sentences.length)
  if (ask.type === "noul") {
    yield* pace.spend(3 * (optionCost + compared))
    return noulRows(setting, ask)
  }
  const instruction = parseClaim(lexicon, flatten(ask.instructions))
  const focused = focus(evidence, instruction)
  const readings: Array<Reading> = []
  for (const option of ask.options) {
    readings.push(readOption(lexicon, ask, option))
    yield* pace.spend(optionCost / 2)
  }
  const holders = countHolders(readings)
  const rows: Array<Row> = []
  for (const reading of readings) {
    rows.push(optionRow(setting, reading, focused, holders))
    yield* pace.spend(optionCost + compared * 2)
  }
  return ask.type === "score" ? ladderRows(setting, instruction, readings, rows) : rows
})
