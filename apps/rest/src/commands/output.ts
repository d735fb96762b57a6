// What commands print: results on standard output, words for a person on standard error.
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

/** `--json`: the result for scripts. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as JSON, for scripts"),
  Flag.withDefault(false)
)

/** `--quiet`: nothing but the result. */
export const quietFlag = Flag.Boolean("quiet").pipe(
  Flag.withAlias("q"),
  Flag.withDescription("Print nothing but the result"),
  Flag.withDefault(false)
)

/** One result as one line of JSON. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value))

/** Words for a person, unless they want none. */
export const say = (quiet: boolean, ...lines: ReadonlyArray<string>) =>
  quiet ? Effect.void : Console.error(lines.join("\n"))

/** Text that others chose, safe on a terminal: nothing invisible, nothing that steers it. */
export const plain = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  )

/** Columns side by side, under their names. Cells are shown as {@link plain} text. */
export const table = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = [names, ...rows.map((row) => row.map(plain))]
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)))
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** Seconds of UTC; a hyphen for never. */
export const time = (milliseconds: number | null): string =>
  milliseconds === null ? "-" : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`

/** A day of UTC, counted from 1970-01-01; a hyphen for never. */
export const day = (days: number | null): string =>
  days === null ? "-" : new Date(days * 86_400_000).toISOString().slice(0, 10)
