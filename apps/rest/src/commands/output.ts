// Output of commands: results on standard output, messages for people on standard error.
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

/** `--json` prints the result for scripts. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as JSON, for scripts"),
  Flag.withDefault(false)
)

/** `--quiet` prints nothing but the result. */
export const quietFlag = Flag.Boolean("quiet").pipe(
  Flag.withAlias("q"),
  Flag.withDescription("Print nothing but the result"),
  Flag.withDefault(false)
)

/** Prints a result as one line of JSON. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value))

/** Prints messages on standard error, unless `--quiet` is given. */
export const printMessage = (quiet: boolean, ...lines: ReadonlyArray<string>) =>
  quiet ? Effect.void : Console.error(lines.join("\n"))

/** Escapes invisible and control characters, so that text of other people cannot manipulate a terminal. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Z}]/gu, (character) =>
    character === " " ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  )

/** A table with column names. Cells are escaped by {@link escapeText}. */
export const table = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const cells = [names, ...rows.map((row) => row.map(escapeText))]
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

/** Formats Unix milliseconds in UTC; a hyphen for null. */
export const time = (milliseconds: number | null): string =>
  milliseconds === null ? "-" : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`

/** Formats days since 1970-01-01 in UTC; a hyphen for null. */
export const day = (days: number | null): string =>
  days === null ? "-" : new Date(days * 86_400_000).toISOString().slice(0, 10)
