// Makes a document (title, dates, language, passages with headings) from the blocks and metadata of a file.
// Source: §2.9, §4.8.
import { piecesOf } from "../../text/pieces.ts"
import * as limits from "../limits.ts"

/** The search mode of a page: the web, academic papers, or company filings. */
export type PageMode = "web" | "academic" | "sec"

/** A part of a page that is ranked and quoted as a whole. */
export interface Passage {
  /** The headings above it, joined by ` › `; empty at the top of a page. */
  readonly heading: string
  /** Plain text; tables and code as Markdown. */
  readonly text: string
}

/** The content of a file, and what it says about itself. Dates are `YYYY-MM-DD`. */
export interface Document {
  readonly title: string
  readonly url: string | undefined
  readonly date: string | undefined
  readonly lastUpdated: string | undefined
  readonly language: string | undefined
  readonly mode: PageMode | undefined
  readonly passages: ReadonlyArray<Passage>
}

/** Front matter or meta elements, by lower-case name. */
export type Metadata = ReadonlyMap<string, string>

/** A block of a file. A text has one line per paragraph line or list item. The first row of a table has the column names. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "table"; readonly rows: ReadonlyArray<ReadonlyArray<string>> }

/** Splits a text into pieces no longer than a passage, after a line, a sentence or a word where possible. */
const splitText = (text: string): ReadonlyArray<string> =>
  Array.from(piecesOf(text, limits.passageCharacters), (piece) => piece.trim()).filter(Boolean)

/** Joins lines into pieces no longer than a passage, each between the same first and last lines. Longer lines become text. */
const frameLines = (lines: ReadonlyArray<string>, before: string, after: string): ReadonlyArray<string> => {
  const most = limits.passageCharacters - before.length - after.length
  const found: Array<string> = []
  let open = ""
  const close = () => {
    if (open !== "") found.push(before + open.slice(1) + after)
    open = ""
  }
  for (const line of lines) {
    if (open.length + line.length > most) close()
    if (line.length > most) found.push(...splitText(line))
    else open += `\n${line}`
  }
  close()
  return found
}

const tableRow = (cells: ReadonlyArray<string>): string =>
  `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`

const renderTable = ([names = [], ...rows]: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const head = `${tableRow(names)}\n${tableRow(names.map(() => "---"))}\n`
  if (rows.length > 0 && head.length <= limits.passageCharacters / 2)
    return frameLines(rows.map(tableRow), head, "")
  return (rows.length === 0 ? [names] : rows).flatMap((row) => splitText(row.join(" ")))
}

/** A block as Markdown, in pieces no longer than a passage. */
const renderBlock = (block: Exclude<Block, { readonly kind: "heading" }>): ReadonlyArray<string> => {
  if (block.kind === "text") return splitText(block.text)
  if (block.kind === "table") return renderTable(block.rows)
  // A fence is longer than any in the code.
  const fences = Array.from(block.text.matchAll(/^[ \t]*(`{3,})/gm), ([, fence = ""]) => fence.length + 1)
  const fence = "`".repeat(Math.min(80, Math.max(3, ...fences.slice(0, 1_000))))
  return frameLines(
    block.text.split("\n").map((line) => line.trimEnd()),
    `${fence}\n`,
    `\n${fence}`
  )
}

const passagesOf = (blocks: ReadonlyArray<Block>, title: string): ReadonlyArray<Passage> => {
  const found: Array<Passage> = []
  const above: Array<string> = []
  let text = ""
  const close = () => {
    // The title is above every passage anyway.
    const heading = above.filter((line) => line && line !== title).join(" › ")
    if (text !== "") found.push({ heading, text })
    text = ""
  }
  for (const block of blocks) {
    if (block.kind === "heading") {
      close()
      above.length = Math.min(above.length, block.level - 1)
      above[block.level - 1] = block.text
      continue
    }
    for (const piece of renderBlock(block)) {
      if (text.length + piece.length + 2 > limits.passageCharacters) close()
      text = text === "" ? piece : `${text}\n\n${piece}`
    }
  }
  close()
  return found
}

/** The day of a date or a date-time; `undefined` for anything else. */
const dayOf = (text = ""): string | undefined => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? ""
  const time = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(day) ? undefined : day
}

/** Makes a document. Without a title in the metadata its first heading is the title, else its file name. */
export const makeDocument = (name: string, blocks: ReadonlyArray<Block>, meta: Metadata): Document => {
  const first = (...names: ReadonlyArray<string>): string | undefined =>
    names.map((one) => meta.get(one)).find(Boolean)
  const heading = blocks.flatMap((block) => (block.kind === "heading" ? block.text : [])).find(Boolean)
  // Not with half of a character at the end.
  const title = (first("title") ?? heading ?? name)
    .slice(0, limits.titleCharacters)
    .replace(/[\uD800-\uDBFF]$/, "")
  const modes: ReadonlyArray<PageMode> = ["web", "academic", "sec"]
  return {
    title,
    passages: passagesOf(blocks, title),
    url: /^https?:\/\/[^\s/]\S*$/.exec(first("url") ?? "")?.[0],
    date: dayOf(first("date", "article:published_time")),
    lastUpdated: dayOf(first("last_updated", "updated", "lastmod", "last-modified", "article:modified_time")),
    language: /^[a-z]{2}(?=$|[-_])/i.exec(first("language", "lang") ?? "")?.[0].toLowerCase(),
    mode: modes.find((mode) => mode === first("source"))
  }
}
