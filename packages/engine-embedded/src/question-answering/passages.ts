// Splits Markdown into passages: sentences and table rows that can be quoted, each with its heading.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import { runSync } from "../scheduling/timeSlicer.ts"
import type { Token } from "../text/tokenize.ts"
import { tokenize } from "../text/tokenize.ts"
import { linesOf, looksLikeCode, splitSentences, stripMarkup } from "./plainText.ts"

/** One sentence or table row. */
export interface Passage {
  /** The id of its page; 0 for the conversation. */
  readonly source: number
  /** Index within the source. */
  readonly order: number
  readonly text: string
  /** The headings above it, outermost first. */
  readonly heading: string
  readonly tokens: ReadonlyArray<Token>
  /** Does it ask, or announce the list after it? It is then a heading of what follows, and answers nothing. */
  readonly isLead: boolean
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

interface Block {
  readonly heading: string
  readonly text: string
  readonly isItem: boolean
  readonly row?: TableRow
}

const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => stripMarkup(cell.trim().replaceAll("\\|", "|")))

/** The text of a Markdown heading, without closing `#`; `undefined` for any other line. */
const headingOf = (line: string): string | undefined => {
  const rest = /^ {0,3}#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (rest === undefined) return undefined
  let end = rest.length
  while (rest[end - 1] === "#") end--
  return rest.slice(0, end).trimEnd()
}

/** The text of a task without its box: "[x] paint the jetty" is "Done: paint the jetty". */
const withoutBox = (item: string): string => item.replace(/^\[ \]\s+/, "").replace(/^\[x\]\s+/i, "Done: ")

/** Is the line a flattened table row? */
const isRow = (line: string): boolean => line.split(": ").length > 2

/** Does the next line start a new sentence? It does after a row or a short line; a long line of prose continues. */
const startsSentence = (line: string, next: string): boolean =>
  (isRow(line) && isRow(next)) ||
  (/^[^\s\p{Ll}]/u.test(next) && (line.length < 60 || isRow(line) || isRow(next)))

/** A row as text, each cell after the name of its column: "Price: €12; Age: 6". Empty cells are left out. */
const flatten = (names: ReadonlyArray<string>, row: ReadonlyArray<string>): string =>
  row
    .flatMap((cell, column) =>
      cell === "" || cell === "–" ? [] : [(names[column] ?? "") === "" ? cell : `${names[column]}: ${cell}`]
    )
    .join("; ")

/** Fixed cost of a line, and characters examined per unit of work. */
const perLine = 2
const charactersPerUnit = 12

/** The longest paragraph, in characters; longer ones are split. */
const paragraphLength = 8_000

/** Paragraphs, list items and table rows, each with its heading. Code is skipped. Numbers in between are the cost so far. */
function* blocks(markdown: string): Generator<Block | number, void> {
  let heading = ""
  let lastHeading = ""
  let text = ""
  let lastLine = ""
  let isItem = false
  let header: ReadonlyArray<string> | undefined
  let fence: string | undefined
  function* close(): Generator<Block, void> {
    if (text !== "") yield { heading, text, isItem }
    text = ""
    isItem = false
    lastLine = ""
  }
  for (const line of linesOf(markdown)) {
    yield perLine + line.length / charactersPerUnit
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined || fence !== undefined) {
      yield* close()
      if (mark !== undefined && (fence === undefined || fence === mark))
        fence = fence === undefined ? mark : undefined
      continue
    }
    const title = headingOf(line)
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    const isTable = /^\s*\|/.test(line)
    if (!isTable) header = undefined
    if (title !== undefined) {
      yield* close()
      heading = stripMarkup(title.replaceAll(" › ", ": "))
      lastHeading = stripMarkup(title.split(" › ").at(-1) ?? "")
    } else if (isTable) {
      yield* close()
      if (/^[\s|:-]+$/.test(line)) continue
      const cells = cellsOf(line)
      if (header === undefined) header = cells
      else
        yield {
          heading,
          text: flatten(header, cells),
          isItem: false,
          row: { names: header, cells, heading: lastHeading }
        }
    } else if (item !== undefined || line.trim() === "") {
      yield* close()
      text = lastLine = withoutBox(item ?? "")
      isItem = item !== undefined
    } else {
      const next = line.replace(/^\s*>\s?/, "").trim()
      const isProgram = looksLikeCode(stripMarkup(next))
      if (isProgram || text.length > paragraphLength || startsSentence(lastLine, next)) yield* close()
      if (isProgram) continue
      text = text === "" ? next : `${text} ${next}`
      lastLine = next
    }
  }
  yield* close()
}

/** The longest passage, in characters. Longer sentences are skipped: they are mostly data. */
const maxSentenceLength = 500

/** Paths, headers and the like in code: their parts are no words of the sentence. */
const pathInCode = /`[^`\s]*[a-z0-9][-/:=.][^`]*`/g

/** Can a sentence be quoted? Code cannot, nor what looks like a citation or a path of headings. */
const isQuotable = (sentence: string, row: TableRow | undefined): boolean =>
  sentence.length <= maxSentenceLength &&
  /\p{L}/u.test(sentence) &&
  // Of a row only the cells are examined, not the punctuation between them.
  !looksLikeCode(row === undefined ? sentence : row.cells.join(" ")) &&
  !/\[\d+\]/.test(sentence) &&
  !sentence.includes(" › ")

/** The end of a question. */
export const endsAsking = /\?["'”)\]]*$/

/** Words of the first sentence of a block that names what the block is about, at most: "Travel budget." */
const labelWords = 4

const isLabel = (sentence: string): boolean => sentence.split(" ").length <= labelWords

/** Does a sentence before a list announce it, as "Tasks" and "We sell:" do? "Open 9 to 17" is a fact of its own. */
const announces = (sentence: string): boolean =>
  sentence.endsWith(":") || (sentence !== "" && isLabel(sentence) && !/\d|[.!…]$/.test(sentence))

/** A question without "Q:"; what follows one, without "A:". */
const withoutSpeaker = (sentence: string, lead: string): string => {
  if (endsAsking.test(sentence)) return sentence.replace(/^(?:Q|Question):\s+/, "")
  return endsAsking.test(lead) ? sentence.replace(/^(?:A|Answer):\s+/, "") : sentence
}

/** The first `most` passages of a Markdown or plain text. Default: all. */
export function* readPassages(
  source: number,
  markdown: string,
  most = Number.POSITIVE_INFINITY
): CooperativeTask<ReadonlyArray<Passage>> {
  const found: Array<Passage> = []
  /** The block before, its last sentence, and what its list is about. */
  let before = { heading: "", isItem: false, last: "", list: "" }
  for (const block of blocks(markdown)) {
    if (typeof block === "number") {
      yield block
      continue
    }
    const { heading: above, isItem, row } = block
    const text = stripMarkup(block.text)
    yield text.length / charactersPerUnit
    /** What the next sentence is about, besides its heading: a question before it, or the label of the block. */
    let lead = ""
    if (row === undefined && before.heading === above) {
      const previous = found.at(-1)
      // What follows a question of the conversation may be "I do not know".
      if (endsAsking.test(before.last)) lead = source === 0 ? "" : before.last
      else if (before.isItem) lead = isItem ? before.list : ""
      else if (isItem && previous !== undefined && announces(before.last)) {
        lead = before.last
        found[found.length - 1] = { ...previous, isLead: true }
      }
    }
    before = { heading: above, isItem, last: "", list: isItem ? lead : "" }
    for (const [at, given] of (row === undefined ? splitSentences(text) : [text]).entries()) {
      yield 1 + given.length / charactersPerUnit
      const sentence = row === undefined ? withoutSpeaker(given, lead) : given
      const heading = [above, lead].filter((part) => part !== "").join(": ")
      if (!isQuotable(sentence, row)) continue
      const isLead = row === undefined && endsAsking.test(sentence)
      if (isLead || (at === 0 && lead === "" && isLabel(sentence))) lead = sentence
      before.last = row === undefined ? sentence : ""
      const tokens = tokenize(sentence.replaceAll(pathInCode, " "))
      found.push({
        source,
        order: found.length,
        text: sentence,
        heading,
        tokens,
        isLead,
        ...(row && { row })
      })
      if (found.length >= most) return found
    }
  }
  return found
}

/** {@link readPassages} without pauses, for short texts. */
export const readPassagesSync = (source: number, markdown: string): ReadonlyArray<Passage> =>
  runSync(readPassages(source, markdown))
