// The results of the fault catalogue as a table and a one-line summary.
import { mkdir, writeFile } from "node:fs/promises"
import type { Result } from "./runCatalogue.ts"

const tableRow = (values: ReadonlyArray<unknown>): string => `| ${values.join(" | ")} |`

const percentile = (sorted: ReadonlyArray<number>, part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)

/** Median, 99th percentile and maximum. */
export const spread = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((a, b) => a - b)
  return `p50 ${percentile(sorted, 0.5)}, p99 ${percentile(sorted, 0.99)}, max ${percentile(sorted, 1)} ms of ${sorted.length}`
}

/** How many rows passed on both transports. */
export const summary = (rows: number, results: ReadonlyArray<Result>): string => {
  const failed = new Set(results.filter(({ problems }) => problems.length > 0).map(({ id }) => id))
  const late = results.flatMap((result) => (result.late === undefined ? [] : [result.late]))
  return `faults: ${rows - failed.size} of ${rows}; deadlines late by ${spread(late)}`
}

/** Writes the table and prints the summary. */
export const report = async (to: URL, rows: number, results: ReadonlyArray<Result>): Promise<void> => {
  const lines = results
    .toSorted((a, b) => a.id.localeCompare(b.id) || a.transport.localeCompare(b.transport))
    .map(({ id, late, operation, outcome, problems, title, received, transport }) =>
      tableRow([
        id,
        title,
        transport,
        operation.name,
        operation.retry,
        received,
        outcome.requests ?? "-",
        outcome.took.toFixed(0),
        late?.toFixed(0) ?? "",
        problems.length === 0 ? "as wanted" : problems.join("; ").replaceAll("\n", " ").replaceAll("|", "/")
      ])
    )
  const heads = ["Row", "Fault", "Transport", "Operation", "Class", "Outcome", "Requests", "ms", "Late", ""]
  await mkdir(new URL(".", to), { recursive: true })
  await writeFile(
    to,
    [summary(rows, results), "", tableRow(heads), tableRow(heads.map(() => "---")), ...lines, ""].join("\n")
  )
  process.stdout.write(`${summary(rows, results)}\n`)
}
