// The blocks of a file (headings, texts, lists, tables, code), and their Markdown in pieces the size of a passage.
import { piecesOf } from "../../text/pieces.ts"
import * as limits from "../limits.ts"

/** A block of a file. A text has one line per paragraph line or list item. The first row of a table has the column names. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "table"; readonly rows: ReadonlyArray<ReadonlyArray<string>> }

/** Splits a text into pieces no longer than a passage, after a line, a sentence or a word where possible. */
const splitText = (text: string): ReadonlyArray<string> =>
  Array.from(piecesOf(text, limits.passageCharacters), (piece) => piece.trim()).filter(
    (piece) => piece !== ""
  )

/** Joins lines into pieces no longer than a passage, each between the same first and last lines. Longer lines become text. */
const frameLines = (
  lines: ReadonlyArray<string>,
  frame: readonly [before: string, after: string]
): ReadonlyArray<string> => {
  const most = limits.passageCharacters - frame[0].length - frame[1].length
  const found: Array<string> = []
  let open: Array<string> = []
  let length = 0
  const close = () => {
    if (open.length > 0) found.push(`${frame[0]}${open.join("\n")}${frame[1]}`)
    open = []
    length = 0
  }
  for (const line of lines) {
    if (line.length > most) {
      close()
      found.push(...splitText(line))
      continue
    }
    if (length + line.length + 1 > most) close()
    open.push(line)
    length += line.length + 1
  }
  close()
  return found
}

const tableRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`

const renderTable = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const [names = [], ...rest] = rows
  const head = `${tableRow(names)}\n${tableRow(names.map(() => "---"))}`
  if (rest.length === 0) return splitText(names.join(" "))
  return head.length > limits.passageCharacters / 2
    ? rest.flatMap((row) => splitText(row.join(" ")))
    : frameLines(rest.map(tableRow), [`${head}\n`, ""])
}

/** A block as Markdown, in pieces no longer than a passage. */
export const renderBlock = (block: Exclude<Block, { readonly kind: "heading" }>): ReadonlyArray<string> => {
  if (block.kind === "text") return splitText(block.text)
  if (block.kind === "table") return renderTable(block.rows)
  const lines = block.text.split("\n").map((line) => line.trimEnd())
  // A fence is longer than any in the code.
  const longest = lines.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0), 2)
  const fence = "`".repeat(Math.min(longest + 1, 80))
  return frameLines(lines, [`${fence}\n`, `\n${fence}`])
}
