// The figures of a run as Markdown: rows beside their bounds.
import { markdownTable, type Spread } from "../../tables.ts"
import type { Measured } from "./measure.ts"
import type { ComparisonRow } from "./ComparisonRow.ts"

/** A row that could not be measured, and why. */
export interface Failed {
  readonly row: ComparisonRow
  readonly failure: string
}

/** What came of a row. */
export type Outcome = Measured | Failed

const isMeasured = (outcome: Outcome): outcome is Measured => "ratio" in outcome

const number = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString("en")

const range = ({ max, min }: Spread): string => `${number(min)} to ${number(max)}`

const compared = ({ ratio, row, sides: [ours, theirs] }: Measured): ReadonlyArray<string> => [
  row.name,
  row.unit ?? "request",
  row.sides[0].label,
  range(ours),
  row.sides[1].label,
  range(theirs),
  ratio.toFixed(2),
  `${row.target.toFixed(2)} ${ratio <= row.target ? "met" : "NOT MET"}`
]

/** All rows as lines; those that failed are left out. */
export const lines = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<string> =>
  markdownTable([
    ["Row", "Of a", "Side", "us", "Beside", "us", "Ratio", "Target"],
    ...outcomes.filter(isMeasured).map(compared)
  ])

/** A line for each row that failed. */
export const failures = (outcomes: ReadonlyArray<object>): ReadonlyArray<string> =>
  outcomes.flatMap((outcome) => {
    const { failure, row } = outcome as Partial<Failed>
    return failure === undefined ? [] : [`FAILED ${row?.name}: ${failure}`]
  })
