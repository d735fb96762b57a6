// The figures of a run as Markdown: rows beside their bounds, then engines beside their HTTP side.
import type { Spread } from "../client/measure.ts"
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

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)]
}

const compared = ({ ratio, row, sides: [ours, theirs] }: Measured): ReadonlyArray<string> => [
  row.name,
  row.unit ?? "request",
  ours.label,
  range(ours.cpu),
  theirs.label,
  range(theirs.cpu),
  ratio.toFixed(2),
  row.target === undefined ? "" : `${row.target.toFixed(2)} ${ratio <= row.target ? "met" : "NOT MET"}`,
  rate(ours),
  rate(theirs)
]

const withEngine = ({ ratio, row, sides: [engine, http] }: Measured): ReadonlyArray<string> => [
  row.name,
  range(engine.cpu),
  range(http.cpu),
  `${Math.round(100 / ratio)} %`,
  rate(engine)
]

/** Above this share of a core the load generator may be what limits the rate. */
const busy = 0.9

const busyLines = (measured: ReadonlyArray<Measured>): ReadonlyArray<string> => {
  const most = Math.max(0, ...measured.flatMap(({ sides }) => sides.map(({ generator }) => generator)))
  const said = `The load generator took at most ${Math.round(most * 100)} % of a core.`
  return [most > busy ? `${said} Rates may be its own; processor times are not.` : said]
}

/** All rows as lines. */
export const lines = (outcomes: ReadonlyArray<Outcome>): ReadonlyArray<string> => {
  const measured = outcomes.filter(isMeasured)
  const besides = measured.filter(({ row }) => row.isEqual !== false)
  const engines = measured.filter(({ row }) => row.isEqual === false)
  const failed = outcomes.filter((outcome): outcome is Failed => !isMeasured(outcome))
  return [
    ...(besides.length === 0
      ? []
      : [
          ...table(
            ["ComparisonRow", "Of a", "Side", "us", "Beside", "us", "Ratio", "Target", "a second", "beside"],
            besides.map(compared)
          ),
          ""
        ]),
    ...(engines.length === 0
      ? []
      : [
          ...table(
            ["ComparisonRow", "Program with engine, us", "Canned answer, us", "Share of HTTP", "a second"],
            engines.map(withEngine)
          ),
          ""
        ]),
    ...busyLines(measured),
    ...failed.map(({ failure, row }) => `FAILED ${row.name}: ${failure}`)
  ]
}
