// Numbers that describe each option of a question against the state; the model weighs them.
import type { Ask } from "@leadline/core/decisions"
import type * as Effect from "effect/Effect"
import { parseClaim } from "./hypothesis.ts"
import { levelText } from "./scaleDirection.ts"
import { flattened } from "../text/flattenJson.ts"
import { ladderRows } from "./scoreFeatures.ts"
import { noulRows } from "./noulFeatures.ts"
import type { Reading } from "./optionFeatures.ts"
import { countHolders, optionRow, readOption } from "./optionFeatures.ts"
import type { Steps } from "../scheduling/timeSlicer.ts"
import type { Row, Setting } from "./context.ts"

/** Rough work of reading an option and of matching it, in units of `Pace`; sentences compared come on top. */
const readCost = 20
const matchCost = 60

const rowsOf = function* (setting: Setting, ask: Ask): Steps<ReadonlyArray<Row>> {
  const { evidence, lexicon } = setting
  const cost = matchCost + evidence.opening.length
  if (ask.type === "noul") {
    yield 3 * cost
    return yield* noulRows(setting, ask)
  }
  const readings: Array<Reading> = []
  for (const option of ask.options) {
    const reading = yield* readOption(lexicon, ask, option)
    readings.push(reading)
    yield readCost * (1 + reading.clauses.length)
  }
  const holders = countHolders(readings)
  const rows: Array<Row> = []
  for (const reading of readings) {
    rows.push(yield* optionRow(setting, reading, holders))
    yield cost * (1 + reading.clauses.length / 3)
  }
  if (ask.type === "choice") return rows
  yield readCost * rows.length + evidence.opening.length
  const instruction = parseClaim(lexicon, yield* flattened(ask.instructions))
  const levels: Array<string> = []
  for (const { description } of ask.options) levels.push(levelText(yield* flattened(description)))
  return yield* ladderRows(setting, instruction, levels, rows)
}

/** Features of every option of a question, in the order of the options. */
export const askRows = (setting: Setting, ask: Ask): Effect.Effect<ReadonlyArray<Row>> =>
  setting.pace.run(rowsOf(setting, ask))
