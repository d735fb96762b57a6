// Numbers that describe each option of a question against the state; the model weighs them.
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import { parseClaim } from "./claim.ts"
import { levelText } from "./degree.ts"
import { flatten } from "./flatten.ts"
import { ladderRows } from "./ladder.ts"
import { noulRows } from "./noul.ts"
import type { Reading } from "./options.ts"
import { countHolders, optionRow, readOption } from "./options.ts"
import type { Row, Setting } from "./setting.ts"

/** Rough work of reading an option and of matching it, in units of `Pace`; sentences compared come on top. */
const readCost = 20
const matchCost = 60

/** Features of every option of a question, in the order of the options. */
export const askRows = Effect.fnUntraced(function* (setting: Setting, ask: Ask) {
  const { evidence, lexicon, pace } = setting
  const cost = matchCost + evidence.opening.length + evidence.sentences.length / 16
  if (ask.type === "noul") {
    yield* pace.spend(3 * cost)
    return noulRows(setting, ask)
  }
  const readings: Array<Reading> = []
  for (const option of ask.options) {
    const reading = readOption(lexicon, ask, option)
    readings.push(reading)
    yield* pace.spend(readCost * (1 + reading.clauses.length))
  }
  const holders = countHolders(readings)
  const rows: Array<Row> = []
  for (const reading of readings) {
    rows.push(optionRow(setting, reading, holders))
    yield* pace.spend(cost * (1 + reading.clauses.length / 3))
  }
  if (ask.type === "score") yield* pace.spend(readCost * rows.length + evidence.opening.length)
  return ask.type === "score"
    ? ladderRows(
        setting,
        parseClaim(lexicon, flatten(ask.instructions)),
        ask.options.map(({ description }) => levelText(flatten(description))),
        rows
      )
    : rows
})
