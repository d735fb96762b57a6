// Features of the options of a choice, and of the levels of a score seen as options.
import type { Ask, AskOption } from "@leadline/core/decisions"
import type { Claim } from "./hypothesis.ts"
import { parseClaim, parseClauses } from "./hypothesis.ts"
import { levelText } from "./scaleDirection.ts"
import type { Evidence } from "./state.ts"
import { flattened } from "../text/flattenJson.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { similarity } from "../vectors/vectorMath.ts"
import type { Match } from "./match.ts"
import { closest, match, support } from "./match.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"
import type { Row, Setting } from "./context.ts"

/** An option as the claims it makes. The name of a level is no claim. */
export interface Reading {
  readonly name: Claim
  readonly whole: Claim
  readonly clauses: ReadonlyArray<Claim>
}

/** Rough work of reading a claim. */
const costOf = ({ terms }: Claim): number => 8 + 12 * terms.length

/** Reads one option. Without a description the name speaks for itself. */
export const readOption = function* (lexicon: Lexicon, ask: Ask, option: AskOption): Steps<Reading> {
  const description = yield* flattened(option.description)
  const described = ask.type === "score" ? levelText(description) : description
  const text = ask.type === "choice" && described === "" ? option.name : described
  const name = parseClaim(lexicon, ask.type === "choice" ? option.name : "")
  const whole = parseClaim(lexicon, text)
  yield costOf(name) + costOf(whole)
  const clauses = parseClauses(lexicon, text)
  yield clauses.reduce((sum, clause) => sum + costOf(clause), 0)
  return { name, whole, clauses }
}

/** How many options use each stem. */
export const countHolders = (readings: ReadonlyArray<Reading>): ReadonlyMap<string, number> => {
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

const largest = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((max, value) => Math.max(max, value), -1)

/** Features of one option. What it takes from the others is a count of words, so their order cannot show. */
export const optionRow = function* (
  { board, evidence }: Setting,
  reading: Reading,
  holders: ReadonlyMap<string, number>
): Steps<Row> {
  const whole = yield* match(reading.whole, evidence, board)
  const clauses: Array<Match> = []
  for (const clause of reading.clauses) clauses.push(yield* match(clause, evidence, board))
  return {
    nameCloseness: closest(reading.name, evidence),
    nameTheme: similarity(reading.name.vector, evidence.vector),
    exact: whole.exact,
    closeness: whole.closeness,
    vote: whole.vote * whole.coverage,
    clause: largest(clauses.map((m) => m.coverage)),
    clauseSupport: largest(clauses.map((m) => support(m) + 0.5 * m.number * m.measured)),
    number: clauses.reduce((total, m) => total + m.number * m.measured, 0),
    distinct: distinct(reading, holders, evidence),
    mood: reading.whole.valence * evidence.signs.valence
  }
}
