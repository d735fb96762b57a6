// Splits Markdown into passages: sentences and table rows that can be quoted, each with its heading.
import { type CooperativeTask, runSync } from "../scheduling/timeSlicer.ts"
import { type Token, tokenize } from "./tokenize.ts"
import { linesOf, looksLikeCode, splitSentences, stripMarkup } from "./plainText.ts"

/** One sentence or table row. */
export interface Passage {
  /** The id of its page; 0 for the conversation. */
  readonly source: number
  /** Index within the source. */
  readonly order: number
  readonly text: string
  /** The headings above it, outermost first, and the question or label before it. */
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

type Block = Pick<Passage, "heading" | "text" | "row">

const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => stripMarkup(cell.trim().replaceAll("\\|", "|")))

/** A row as text, each cell after the name of its column: "Price: €12; Age: 6". Empty cells are left out. */
const flatten = (names: ReadonlyArray<string>, cells: ReadonlyArray<string>): string =>
  cells
    .map((cell, column) => ((names[column] ?? "") === "" ? cell : `${names[column]}: ${cell}`))
    .filter((_, column) => !["", "–"].includes(cells[column] ?? ""))
    .join("; ")

/** Does the next line start a new sentence? It does after a short line, and where it names values as a row does. */
const startsSentence = (line: string, next: string): boolean =>
  /^[^\s\p{Ll}]/u.test(next) && (line.length < 60 || next.split(": ").length > 2)

/** Fixed cost of a line, and characters examined per unit of work. */
const perLine = 2
const charactersPerUnit = 12

/** The longest paragraph, in characters; longer ones are split. */
const paragraphLength = 8_000

/** Paragraphs, list items and table rows, each with its heading. Code is skipped. Numbers in between are the cost so far. */
function* blocks(markdown: string): Generator<Block | number, void> {
  let [heading, innermost, text, lastLine] = ["", "", "", ""]
  let header: ReadonlyArray<string> | undefined
  let fence: string | undefined
  for (const line of linesOf(markdown)) {
    yield perLine + line.length / charactersPerUnit
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    const isCode = mark !== undefined || fence !== undefined
    const title = /^ {0,3}#{1,6}\s+(.*)$/.exec(line)?.[1]?.replace(/\s#+\s*$/, "")
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    const isTable = /^\s*\|/.test(line)
    const next = line.replace(/^\s*>\s?/, "").trim()
    const isProse = !isCode && title === undefined && item === undefined && !isTable && line.trim() !== ""
    if (!isProse || text.length > paragraphLength || startsSentence(lastLine, next)) {
      if (text !== "") yield { heading, text }
      text = lastLine = ""
    }
    if (!isTable) header = undefined
    if (isCode) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    else if (title !== undefined) {
      heading = stripMarkup(title.replaceAll(" › ", ": "))
      innermost = stripMarkup(title.split(" › ").at(-1) ?? "")
    } else if (isTable) {
      // A table without names of columns begins with a row of blanks.
      if (/^[\s|:-]+$/.test(line) && line.includes("-")) continue
      const cells = cellsOf(line)
      if (header === undefined) header = cells
      else yield { heading, text: flatten(header, cells), row: { names: header, cells, heading: innermost } }
    } else if (item !== undefined)
      text = lastLine = item.replace(/^\[ \]\s+/, "").replace(/^\[x\]\s+/i, "Done: ")
    else if (isProse) {
      text = text === "" ? next : `${text} ${next}`
      lastLine = next
    }
  }
  if (text !== "") yield { heading, text }
}

/** The longest passage, in characters. Longer sentences are skipped: they are mostly data. */
const maxSentenceLength = 500

/** Can a sentence be quoted? Code cannot, nor what looks like a citation or a path of headings. */
const isQuotable = (sentence: string, row: TableRow | undefined): boolean =>
  sentence.length <= maxSentenceLength &&
  /\p{L}/u.test(sentence) &&
  // Of a row only the cells are examined, not the punctuation between them.
  !looksLikeCode(row === undefined ? sentence : row.cells.join(" ")) &&
  !/\[\d+\]| › /.test(sentence)

/** The end of a question. */
export const endsAsking = /\?["'”)\]]*$/

/** Does a passage state something? A question does not. */
export const isStatement = ({ text }: Passage): boolean => !endsAsking.test(text)

/** The texts of the passages that state something. */
export const statements = (passages: ReadonlyArray<Passage>): ReadonlyArray<string> =>
  passages.filter(isStatement).map(({ text }) => text)

/** Words of the first sentence of a block that names what the block is about, at most: "Travel budget." */
const labelWords = 4

/** The passages of a Markdown or plain text. */
export function* readPassages(source: number, markdown: string): CooperativeTask<ReadonlyArray<Passage>> {
  const found: Array<Passage> = []
  let before = { heading: "", last: "" }
  for (const block of blocks(markdown)) {
    if (typeof block === "number") {
      yield block
      continue
    }
    const { heading: above, row } = block
    const text = stripMarkup(block.text)
    yield text.length / charactersPerUnit
    // What follows a question of the conversation may be "I do not know".
    const isAnswer = source > 0 && before.heading === above && endsAsking.test(before.last)
    let lead = isAnswer && row === undefined ? before.last : ""
    before = { heading: above, last: "" }
    const sentences = row === undefined ? splitSentences(text) : [text]
    for (const [at, sentence] of sentences.entries()) {
      yield 1 + sentence.length / charactersPerUnit
      if (!isQuotable(sentence, row)) continue
      const heading = [above, lead].filter((part) => part !== "").join(": ")
      const tokens = tokenize(sentence)
      found.push({ source, order: found.length, text: sentence, heading, tokens, ...(row && { row }) })
      if (row !== undefined) continue
      const isLabel = at === 0 && lead === "" && sentence.split(" ").length <= labelWords
      if (isLabel || endsAsking.test(sentence)) lead = sentence
      before.last = sentence
    }
  }
  return found
}

/** {@link readPassages} without pauses, for short texts. */
export const readPassagesSync = (source: number, markdown: string): ReadonlyArray<Passage> =>
  runSync(readPassages(source, markdown))
