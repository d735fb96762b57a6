// Splits Markdown into passages: sentences and table rows that can be quoted, each with its heading.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { runSync } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize } from "../text/tokenize.ts"
import { looksLikeCode, splitSentences, stripMarkup } from "./plainText.ts"

/** A search result. `id` is its number among all results, from 1. */
export interface Source {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** One sentence or table row. */
export interface Passage {
  /** The id of its page; 0 for the conversation. */
  readonly source: number
  /** Index within the source. */
  readonly order: number
  readonly text: string
  readonly heading: string
  readonly tokens: ReadonlyArray<Token>
  /** Set when the passage is a row of a table. Its text then has each cell after the name of its column. */
  readonly row?: TableRow
}

/** A row of a table. Names and cells are without markup. */
export interface TableRow {
  /** The names of the columns. */
  readonly names: ReadonlyArray<string>
  /** The cells of the row, empty ones included. */
  readonly cells: ReadonlyArray<string>
  /** The nearest heading above the table; empty without one. */
  readonly heading: string
}

const cells = (row: string): ReadonlyArray<string> =>
  row
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

/** The text of a Markdown heading, without closing `#`; `undefined` for any other line. */
const headingOf = (line: string): string | undefined => {
  const rest = /^ {0,3}#{1,6}\s+(.*)$/s.exec(line)?.[1]
  if (rest === undefined) return undefined
  let end = rest.length
  while (rest[end - 1] === "#") end--
  return rest.slice(0, end).trimEnd()
}

/** Is the line a flattened table row? */
const isRow = (line: string): boolean => line.split(": ").length > 2

/** Does the next line start a new sentence? It does after a row or a short line; a long line of prose continues. */
const startsSentence = (line: string, next: string): boolean =>
  (isRow(line) && isRow(next)) ||
  (/^[^\s\p{Ll}]/u.test(next) && (line.length < 60 || isRow(line) || isRow(next)))

/** A line with its neighbours. `after` is undefined when the next line is code. */
interface Line {
  readonly line: string
  /** Is the line part of a code block, fences included? */
  readonly code: boolean
  readonly before: string | undefined
  readonly after: string | undefined
}

function* splitLines(text: string): Generator<string, void> {
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index)
    start = index + end.length
  }
  yield text.slice(start)
}

function* linesOf(markdown: string): Generator<Line, void> {
  let fence: string | undefined
  let before: string | undefined
  let last: { readonly line: string; readonly code: boolean } | undefined
  for (const line of splitLines(markdown)) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    const code = mark !== undefined || fence !== undefined
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    if (last !== undefined) {
      yield { ...last, before, after: code ? undefined : line }
      before = last.line
    }
    last = { line, code }
  }
  if (last !== undefined) yield { ...last, before, after: undefined }
}

/** The heading of a line outside code. */
const headingIn = ({ code, line }: Line): string | undefined => (code ? undefined : headingOf(line))

interface Block {
  readonly heading: string
  readonly text: string
  readonly row?: TableRow
}

/** Fixed cost of a line, and characters examined per unit of work. */
const perLine = 2
const charactersPerUnit = 12

/** Paragraphs, list items and table rows, each with its heading. Code is skipped. Numbers in between are the cost so far. */
function* blocks(markdown: string): Generator<Block | number, void> {
  let heading = ""
  let lastHeading = ""
  let paragraph: Array<string> = []
  let header: ReadonlyArray<string> | undefined
  const close = (): ReadonlyArray<Block> => {
    const closed = paragraph.length > 0 ? [{ heading, text: paragraph.join(" ") }] : []
    paragraph = []
    return closed
  }
  for (const here of linesOf(markdown)) {
    const { code, line } = here
    yield perLine + line.length / charactersPerUnit
    if (code) {
      yield* close()
      continue
    }
    const title = headingIn(here)
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    if (!/^\s*\|/.test(line)) header = undefined
    if (title !== undefined) {
      yield* close()
      heading = stripMarkup(title.replaceAll(" › ", ": "))
      lastHeading = stripMarkup(title.split(" › ").at(-1) ?? "")
    } else if (/^\s*\|/.test(line)) {
      yield* close()
      if (/^[\s|:-]+$/.test(line)) continue
      const row = cells(line).map(stripMarkup)
      if (header === undefined) header = row
      else
        yield {
          heading,
          text: flatten(header, row),
          row: { names: header, cells: row, heading: lastHeading }
        }
    } else if (item !== undefined) {
      yield* close()
      paragraph.push(item)
    } else if (line.trim() === "") yield* close()
    else {
      const text = line.replace(/^\s*>\s?/, "").trim()
      const before = paragraph.at(-1)
      const program = looksLikeCode(stripMarkup(text))
      if (program || (before !== undefined && startsSentence(before, text))) yield* close()
      if (!program) paragraph.push(text)
    }
  }
  yield* close()
}

/** A row as text, each cell after the name of its column: "Price: €12; Age: 6". Empty cells are left out. */
const flatten = (names: ReadonlyArray<string>, row: ReadonlyArray<string>): string =>
  row
    .flatMap((cell, column) =>
      cell === "" || cell === "–" ? [] : [(names[column] ?? "") === "" ? cell : `${names[column]}: ${cell}`]
    )
    .join("; ")

/** Is a passage code? Of a row only the cells are examined, not the punctuation between them. */
const isCode = (text: string, row: TableRow | undefined): boolean =>
  looksLikeCode(row === undefined ? text : row.cells.join(" "))

/** The longest passage, in characters. Longer sentences are skipped: they are mostly data. */
const maxSentenceLength = 500

/** The first `most` passages of a Markdown or plain text. Default: all. */
export function* readPassages(
  source: number,
  markdown: string,
  most = Number.POSITIVE_INFINITY
): CooperativeTask<ReadonlyArray<Passage>> {
  const found: Array<Passage> = []
  for (const block of blocks(markdown)) {
    if (typeof block === "number") {
      yield block
      continue
    }
    const text = stripMarkup(block.text)
    yield text.length / charactersPerUnit
    for (const sentence of block.row === undefined ? splitSentences(text) : [text]) {
      if (typeof sentence === "number") {
        yield sentence
        continue
      }
      yield 1 + sentence.length / charactersPerUnit
      if (
        sentence.length > maxSentenceLength ||
        !/\p{L}/u.test(sentence) ||
        isCode(sentence, block.row) ||
        // Code such as `items[0]` would look like a citation.
        /\[\d+\]/.test(sentence) ||
        sentence.includes(" › ")
      )
        continue
      const tokens = tokenize(sentence)
      const row = block.row === undefined ? {} : { row: block.row }
      found.push({ source, order: found.length, text: sentence, heading: block.heading, tokens, ...row })
      if (found.length >= most) return found
    }
  }
  return found
}

/** {@link readPassages} without pauses, for short texts. */
export const readPassagesSync = (source: number, markdown: string): ReadonlyArray<Passage> =>
  runSync(readPassages(source, markdown))

/** The headings of a text, in order, each once. */
export function* headingsOf(markdown: string): CooperativeTask<ReadonlyArray<string>> {
  const found = new Set<string>()
  for (const here of linesOf(markdown)) {
    yield perLine / 2 + here.line.length / charactersPerUnit
    const title = headingIn(here)
    const text = title === undefined ? "" : stripMarkup(title)
    if (text !== "") found.add(text)
  }
  return [...found]
}
