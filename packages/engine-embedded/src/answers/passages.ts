// Cuts pages and conversations into passages: sentences that can be shown, with the heading they stand under.
import type { Token } from "../tokens.ts"
import { tokenize } from "../tokens.ts"

/** A page as search gives it. `id` is its place among all results, from 1. */
export interface Source {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** One sentence. `source` is the id of its page; 0 for words of the conversation. */
export interface Passage {
  readonly source: number
  /** Place within the source. */
  readonly order: number
  readonly text: string
  readonly heading: string
  readonly tokens: ReadonlyArray<Token>
}

const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|fig|al|inc|ltd|[a-z])\.$/i

/** Takes markup out of a line; marks that look like our citations become plain. */
export const plain = (line: string): string =>
  line
    .replace(/!\[[^\]]{0,300}\]\([^)]{0,2000}\)/g, " ")
    .replace(/\[([^[\]]{0,300})\]\([^)]{0,2000}\)/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, " ")
    .replace(/\*\*|__|~~/g, "")
    .replace(/(^|\s)[*_](\S(?:[^*_]{0,200}\S)?)[*_](?=[\s.,;:!?)]|$)/g, "$1$2")
    .replace(/\[(\d+)\]/g, "($1)")
    .replace(/\s+/g, " ")
    .trim()

/** Sentences of a paragraph. A sign closes a sentence when a blank and an opening letter follow it. */
export const cutSentences = (paragraph: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  for (const match of paragraph.matchAll(/[.!?]["'”’)\]]*\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘([`*-])|[。！？]/gu)) {
    const end = match.index + match[0].length
    const sentence = paragraph.slice(start, end).trim()
    if (abbreviation.test(sentence)) continue
    if (sentence !== "") found.push(sentence)
    start = end
  }
  const rest = paragraph.slice(start).trim()
  return rest === "" ? found : [...found, rest]
}

const cells = (row: string): ReadonlyArray<string> =>
  row
    .replace(/^\s*\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

/** Is it a line of a program rather than of prose? */
export const isCode = (text: string): boolean => {
  const signs = text.match(/[{}()=<>;$|\\[\]_&]/g)?.length ?? 0
  return (
    (signs > 2 && signs > 0.09 * text.length) ||
    /^(?:import|export|const|let|return|await|yield\*?|\/\/|\/?\*+\/?|@\w+)\s/.test(text.trim())
  )
}

const headingLine = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/

/** A line alone at the top of a block that opens text below it, as search engines put headings: no mark, no end. */
const opensBlock = (line: string, before: string | undefined, after: string | undefined): boolean =>
  (before ?? "").trim() === "" &&
  line.length <= 200 &&
  /^\s{0,3}[\p{L}\p{N}§`"“][^|]*[^\s.!?:;,|…]\s*$/u.test(line) &&
  // A list is no heading, nor is prose that runs on in the next line.
  !/^\s*(?:\d{1,3}[.)]|[-*+•])\s/.test(/^\s*\d{1,3}[.)]\s/.test(line) ? (after ?? "") : line) &&
  (line.includes(" › ") || /^\s{0,3}[^\s\p{Ll}]/u.test(after ?? ""))

/** Cells of a table in one line. */
const isRow = (line: string): boolean => line.split(": ").length > 2

/** Does a new sentence begin with a line? Rows and short lines stand for themselves; prose runs on. */
const breaks = (line: string, next: string): boolean =>
  (isRow(line) && isRow(next)) ||
  (/^[^\s\p{Ll}]/u.test(next) && (line.length < 60 || isRow(line) || isRow(next)))

/** Lines, and whether each stands in a code block; the fences count as code. */
const linesOf = (markdown: string): ReadonlyArray<{ readonly line: string; readonly code: boolean }> => {
  let fence: string | undefined
  return markdown.split(/\r\n|\n|\r/).map((line) => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    const code = mark !== undefined || fence !== undefined
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence
    return { line, code }
  })
}

const proseLine = (next: { readonly line: string; readonly code: boolean } | undefined): string | undefined =>
  next?.code === true ? undefined : next?.line

interface Block {
  readonly heading: string
  readonly text: string
}

/** Paragraphs, list items and table rows with their heading. Code is left out. */
const blocks = (markdown: string): ReadonlyArray<Block> => {
  const found: Array<Block> = []
  let heading = ""
  let paragraph: Array<string> = []
  let header: ReadonlyArray<string> | undefined
  const close = (): void => {
    if (paragraph.length > 0) found.push({ heading, text: paragraph.join(" ") })
    paragraph = []
  }
  const lines = linesOf(markdown)
  for (const [at, { code, line }] of lines.entries()) {
    if (code) {
      close()
      continue
    }
    const opens = opensBlock(line, lines[at - 1]?.line, proseLine(lines[at + 1]))
    const title = headingLine.exec(line)?.[1] ?? (opens ? line : undefined)
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    if (!/^\s*\|/.test(line)) header = undefined
    if (title !== undefined) {
      close()
      heading = plain(title.replaceAll(" › ", ": "))
    } else if (/^\s*\|/.test(line)) {
      close()
      if (/^[\s|:-]+$/.test(line)) continue
      const row = cells(line)
      if (header === undefined) header = row
      else {
        const names = header
        const text = row.flatMap((cell, column) =>
          cell === "" || cell === "–"
            ? []
            : [(names[column] ?? "") === "" ? cell : `${names[column]}: ${cell}`]
        )
        found.push({ heading, text: text.join("; ") })
      }
    } else if (item !== undefined) {
      close()
      paragraph.push(item)
    } else if (line.trim() === "") close()
    else {
      const text = line.replace(/^\s*>\s?/, "").trim()
      const before = paragraph.at(-1)
      const program = isCode(plain(text))
      if (program || (before !== undefined && breaks(before, text))) close()
      if (!program) paragraph.push(text)
    }
  }
  close()
  return found
}

/** The longest sentence shown, in characters; longer ones are no prose. */
const longest = 500

/** The passages of a text in markdown or plain. */
export const passagesOf = (source: number, markdown: string): ReadonlyArray<Passage> => {
  const found: Array<Passage> = []
  for (const { heading, text } of blocks(markdown)) {
    for (const sentence of cutSentences(plain(text))) {
      if (
        sentence.length > longest ||
        !/\p{L}/u.test(sentence) ||
        isCode(sentence) ||
        sentence.includes(" › ")
      )
        continue
      found.push({ source, order: found.length, text: sentence, heading, tokens: tokenize(sentence) })
    }
  }
  return found
}

/** Headings of a text, in order, each once. */
export const headingsOf = (markdown: string): ReadonlyArray<string> => [
  ...new Set(
    linesOf(markdown).flatMap(({ code, line }, at, lines) => {
      const opens = !code && opensBlock(line, lines[at - 1]?.line, proseLine(lines[at + 1]))
      const title = code ? undefined : (headingLine.exec(line)?.[1] ?? (opens ? line : undefined))
      return title === undefined || plain(title) === "" ? [] : [plain(title)]
    })
  )
]
