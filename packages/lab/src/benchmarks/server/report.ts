// The figures of a run as Markdown: rows beside their bounds.
import { markdownTable, type Spread } from "../../tables.ts"
import type { Figures, Measured } from "./measure.ts"
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

const rate = ({ rate: { max } }: Figures): string => Math.round(max).toLocaleString("en")

const compared = ({ ratio, row, sides: [ours, theirs] }: Measured): ReadonlyArray<string> => [
  row.name,
  row.unit ?? "request",
  ours.label,
  range(ours.cpu),
  theirs.label,
  range(theirs.cpu),
  ratio.toFixed(2),
  `${row.target.toFixed(2)} ${ratio <= row.target ? "met" : "NOT MET"}`,
  rate(ours),
  rate(theirs)
]

/** Above this share of a core the load generator may be what limits the rate. */
const busy = 0.9

const busyLines = (measured: ReadonlyArray<Measured>): ReadonlyArray<string> => {
  const most = Math.max(0, ...measured.flatMap(({ sides }) => sides.map(({ generator }) => generator)))
  const said = `The load generator took at most ${Math.round(most * 100)} % of a core.`
  return [most > busy ? `${said} Rates may be its own; processor times are not.` : said]
}

const tableOf = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  rows.length === 0 ? [] : [...markdownTable([head, ...rows]), ""]

/** All rows as lines; those that failed are left out. */
export const lines = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<string> => {
  const measured = outcomes.filter(isMeasured)
  return [
    ...tableOf(
      ["Row", "Of a", "Side", "us", "Beside", "us", "Ratio", "Target", "a second", "beside"],
      measured.map(compared)
    ),
    ...busyLines(measured)
  ]
}

/** A line for each row that failed. */
export const failures = (outcomes: ReadonlyArray<object>): ReadonlyArray<string> =>
  outcomes.flatMap((outcome) => {
    const { failure, row } = outcome as Partial<Failed>
    return failure === undefined ? [] : [`FAILED ${row?.name}: ${failure}`]
  })
