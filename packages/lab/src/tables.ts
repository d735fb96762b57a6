// Figures as text: counts, quantiles, tables.
import { cpus } from "node:os"

/** A quantile: 0.5 is the median, 1 the maximum. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b).at(Math.max(0, Math.ceil(values.length * part) - 1)) ?? Number.NaN

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Median and range of values. */
export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: quantile(values, 0.5),
  min: quantile(values, 0),
  max: quantile(values, 1)
})

/** How often each thing came: counts by name. */
export type Counts = { [what: string]: number }

/** Counts one more. */
export const countOne = (counts: Counts, what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)

/** The sum of several counts. */
export const sumOf = (...all: ReadonlyArray<Readonly<Counts>>): Counts => {
  const sum: Counts = {}
  for (const counts of all)
    for (const [what, times] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + times
  return sum
}

/** Counts in the order of their names. */
export const countsText = (counts: Readonly<Counts>): string =>
  Object.entries(counts)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([what, times]) => `${what} x ${times}`)
    .join(", ") || "none"

/** Milliseconds. */
export const millisecondsText = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Median, 99th percentile and maximum of milliseconds. */
export const latencyText = (values: ReadonlyArray<number>): string => {
  const [middle, late, last] = [0.5, 0.99, 1].map((part) => millisecondsText(quantile(values, part)))
  return `p50 ${middle}, p99 ${late}, max ${last}`
}

/** Bytes as a readable number of MiB. */
export const mebibytesText = (bytes: number): string =>
  Number.isNaN(bytes) ? "unknown" : `${Math.round(bytes / 1_048_576)} MiB`

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
