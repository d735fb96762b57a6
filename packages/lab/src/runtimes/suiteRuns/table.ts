// The results of the suite as tables for a file: one of runs, one of the rows that must end alike on every runtime.
import { markdownTable } from "../../tables.ts"
import type { ProgramSettings } from "./programs.ts"
import type { Report } from "../suite/check.ts"

/** The result of one runtime with one transport. */
export interface Run {
  readonly name: string
  readonly transport: ProgramSettings["transport"]
  readonly version: string
  readonly report: Report
  readonly time: string
}

const runsOf = (runs: ReadonlyArray<Run>) => [
  ["runtime", "version", "transport", "passed", "failed", "time"],
  ...runs.map(({ name, report, time, transport, version }) => [
    name,
    version,
    transport,
    String(report.passed),
    String(report.failed.length),
    time
  ])
]

const outcomesOf = (runs: ReadonlyArray<Run>) => {
  const names = new Set(runs.flatMap(({ report }) => Object.keys(report.outcomes)))
  return Array.from(names, (name) => ({
    name,
    each: runs.map(({ report }) => report.outcomes[name])
  }))
}

/** The rows that do not end alike, as sentences. */
export const differences = (runs: ReadonlyArray<Run>): ReadonlyArray<string> =>
  outcomesOf(runs).flatMap(({ each, name }) => {
    const outcomes = new Set(each.flatMap((outcome) => outcome ?? []))
    return outcomes.size < 2 ? [] : [`${name} ends in ${outcomes.size} ways: ${[...outcomes].join("; ")}`]
  })

/** A Markdown document: all runs, then every row with its outcome and where it holds. */
export const document = (runs: ReadonlyArray<Run>): string => {
  const rows = outcomesOf(runs).map(({ each, name }) => [
    name,
    each.find((outcome) => outcome !== undefined) ?? "",
    ...each.map((outcome) => (outcome === undefined ? "no" : "yes"))
  ])
  const head = ["row", "outcome", ...runs.map(({ name, transport }) => `${name} ${transport}`)]
  return [...markdownTable(runsOf(runs)), "", ...markdownTable([head, ...rows]), ""].join("\n")
}
