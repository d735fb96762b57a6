// The results of bulk calls as a table.
import { formatMebibytes } from "../processStats.ts"
import type { BulkResult } from "./run.ts"

const text = (options: BulkResult["options"]): string => JSON.stringify(options).replaceAll('"', "")

const failed = ({ failures }: BulkResult): number => [...failures.values()].reduce((sum, one) => sum + one, 0)

/** What went wrong; empty if no call failed. */
export const problemsIn = (results: ReadonlyArray<BulkResult>): ReadonlyArray<string> =>
  results.flatMap(({ failures, options }) =>
    [...failures].map(([name, times]) => `${text(options)}: ${times} x ${name}`)
  )

/** One line per set of options. */
export const report = (results: ReadonlyArray<BulkResult>): string =>
  [
    "| Options | Calls | Failures | 429 | Seconds | Heap at most |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...results.map(
      (result) =>
        `| ${text(result.options)} | ${result.calls} | ${failed(result)} | ${result.refused} | ` +
        `${(result.milliseconds / 1_000).toFixed(1)} | ${formatMebibytes(result.memory)} |`
    )
  ].join("\n")
