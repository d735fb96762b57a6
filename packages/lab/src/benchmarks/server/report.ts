// The figures of a run as Markdown: rows beside their bounds.
import { markdownTable, type Spread } from "../../tables.ts"
import type { Measured } from "./measure.ts"

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

/** Rows as lines. */
export const lines = (rows: ReadonlyArray<Measured>): ReadonlyArray<string> =>
  markdownTable([["Row", "Of a", "Side", "us", "Beside", "us", "Ratio", "Target"], ...rows.map(compared)])
