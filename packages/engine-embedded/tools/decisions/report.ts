// Formats metrics as a table.
import type { Answered } from "./metrics.ts"
import { figures, interval } from "./metrics.ts"

/** One method with its answers: a row per kind of question. */
export interface Entry {
  readonly label: string
  readonly answers: ReadonlyArray<Answered>
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const plain = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(3))
const heads = [
  "kind",
  "row",
  "n",
  "accuracy",
  "95 % interval",
  "Brier",
  "NLL",
  "ECE",
  "ECE interval",
  "MAE",
  "nearest level",
  "kept at 5 % error",
  "above 0.9",
  "of these wrong"
]

/** The table: for each kind, and for all, one line per entry. */
export const table = (entries: ReadonlyArray<Entry>): string => {
  const lines: Array<ReadonlyArray<string>> = [heads]
  for (const kind of ["noul", "choice", "score", "all"]) {
    for (const { answers, label } of entries) {
      const own = answers.filter(({ type }) => kind === "all" || type === kind)
      if (own.length === 0) continue
      const f = figures(own)
      const [low, high] = interval(own, (drawn) => figures(drawn).accuracy)
      const [from, to] = interval(own, (drawn) => figures(drawn).ece)
      lines.push([
        kind,
        label,
        String(f.count),
        percent(f.accuracy),
        `${percent(low)} to ${percent(high)}`,
        plain(f.brier),
        plain(f.nll),
        plain(f.ece),
        `${plain(from)} to ${plain(to)}`,
        plain(f.mae),
        Number.isNaN(f.nearest) ? "-" : percent(f.nearest),
        percent(f.coverage),
        String(f.sure),
        percent(f.sureWrong)
      ])
    }
  }
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** The quantile of some numbers. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
