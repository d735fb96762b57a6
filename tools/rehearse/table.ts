// The table that the rehearsal ends with.

/** One thing that the rehearsal did. */
export interface Row {
  readonly what: string
  readonly ok: boolean
  readonly millis: number
  readonly detail: string
}

/** A span of time, as it is told. */
export const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/** The rows beneath each other; how many failed and how long all took in the last line. */
export const lines = (rows: ReadonlyArray<Row>, all: number): ReadonlyArray<string> => {
  const cells = [
    ["what", "result", "time", "detail"],
    ...rows.map(({ detail, millis, ok, what }) => [what, ok ? "ok" : "FAILED", seconds(millis), detail])
  ]
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const failed = rows.filter(({ ok }) => !ok).length
  return [
    ...cells.map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd()
    ),
    "",
    `${rows.length - failed} ok, ${failed} failed, ${seconds(all)}`
  ]
}
