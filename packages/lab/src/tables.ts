// Counts, quantiles and tables.
import { cpus } from "node:os"

/** A quantile: 0.5 is the median, 1 the maximum. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b).at(Math.max(0, Math.ceil(values.length * part) - 1)) ?? Number.NaN

/** How often each thing came: counts by name. */
export type Counts = { [what: string]: number }

/** Counts one more. */
export const countOne = (counts: Counts, what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)

/** A table in Markdown: the first column to the left, the others to the right. */
export const markdownTable = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const [head = [], ...others] = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...others].map((row) => row[column]?.length ?? 0))
  )
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))
  return [line(head), line(rule), ...others.map(line)]
}

/** The machine and the time in a line. */
export const machineText = (): string =>
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? ""}, ${new Date().toISOString()}`
