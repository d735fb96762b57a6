// The table that the rehearsal ends with.

/** One step of the rehearsal. */
export interface Row {
  readonly what: string
  readonly ok: boolean
  readonly millis: number
  readonly detail: string
}

/** Milliseconds as seconds. */
export const seconds = (millis: number) => `${(millis / 1000).toFixed(1)} s`

/** The aligned rows, then a line with counts and the total time. */
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
