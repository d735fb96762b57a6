// The texts that values are read from: their passages, and the labels and lists in them.
import { type Passage, readPassagesSync } from "../text/passages.ts"
import { ordinalPoint } from "../text/dates.ts"
import { tokenize } from "../text/tokenize.ts"
import { hasWords, type SchemaField, speaksOf, type Stems } from "./field.ts"

/** Texts as they are given: those of a message, of earlier ones, or of instructions. */
export interface GivenTexts {
  /** The question of the conversation, if it is in these texts. */
  readonly question?: string
  readonly texts: ReadonlyArray<string>
  /** The cited pages, and the passages of them that answer the question. Default: none. */
  readonly pages?: ReadonlyArray<{ readonly url: string; readonly snippet: string }>
  readonly answers?: ReadonlyArray<Passage>
  /** Instructions have no labels, and their sentences on how to answer no values. Default: false. */
  readonly areInstructions?: boolean
}

/** Texts that values are read from. */
export interface Source {
  /** Those that answer the question, those of the message, then the others of the same pages. */
  readonly passages: ReadonlyArray<Passage>
  /** How many of the passages answer the question or are the message itself. */
  readonly answering: number
  readonly labels: ReadonlyArray<Labelled>
  readonly lists: ReadonlyArray<TextList>
  readonly question?: string | undefined
  /** The address of the first cited page. */
  readonly url?: string | undefined
  /** The list entry that the texts are, if they are one. */
  readonly entry?: string
}

/** A label with the text after it: `Invoice number: R-1`. */
export interface Labelled {
  readonly label: string
  readonly value: string
}

/** Entries that stand on lines of their own, with the line before them. */
export interface TextList {
  readonly label: string
  readonly entries: ReadonlyArray<string>
}

const labelPattern =
  /(?:^|[,;.!?|(]\s*|\s[-–•*]\s|^\s*[-–•*]\s)\**((?:[\p{L}\p{N}#/'’%-]+\.?[ \t]+){0,4}[\p{L}\p{N}#/'’_-]+\.?(?:\s?\([^()\n]{1,20}\))?)\**\s*:\**\s+|(?<![^\s,;(])([\p{L}_][\p{L}\p{N}_.-]{0,60})=(?=\S)/gmu

/** The end of a sentence, which the point of a title or of "No." is not. */
const sentenceEnd = /(?<!\b(?:Dr|Mr|Ms|Mrs|St|No|Nr|Prof))[.!?]\s+(?=\p{Lu})/u

/** The labelled values of a line. A value ends at the next label or at the end of the line. */
const labelsOfLine = (line: string): ReadonlyArray<Labelled> => {
  const found = Array.from(line.matchAll(labelPattern))
  return found.map((match, index) => {
    const rest = line.slice(match.index + match[0].length, found[index + 1]?.index)
    const value = match[2] === undefined ? rest : (/^"([^"]*)"|^\S*/.exec(rest)?.[0] ?? "")
    const told = value.split(sentenceEnd)[0] ?? ""
    return { label: match[1] ?? match[2] ?? "", value: told.trim().replace(/^"|[\s,;|.*"]+$/g, "") }
  })
}

/** The labels of a row of a table: the first of two cells, and the names of the columns. */
const labelsOfRow = ({ row, text }: Passage): ReadonlyArray<Labelled> => {
  if (row === undefined) return []
  const [label = "", value = ""] = row.cells
  return [...(row.cells.length === 2 ? [{ label, value }] : []), ...labelsOfLine(text)]
}

/** Characters of a line with labels, and of a list entry, at most. Entries of a list, at most. */
const maxLine = 2_000
const maxEntry = 500
const maxEntries = 200

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/
const plain = (text: string): string => text.replaceAll(/\*\*|__|`/g, "").trim()

/** The lists of a text, each with the line before it. */
const listsOf = (lines: ReadonlyArray<string>): ReadonlyArray<TextList> => {
  const found: Array<{ label: string; entries: Array<string> }> = [{ label: "", entries: [] }]
  for (const line of lines) {
    const entry = line.length > maxEntry ? undefined : bullet.exec(line)?.[1]
    if (entry !== undefined) found.at(-1)?.entries.push(plain(entry))
    else if (line.trim() !== "")
      found.push({ label: plain(line.replace(/^#+\s*|:?\s*$/g, "").slice(-80)), entries: [] })
  }
  return found
    .filter(({ entries }) => entries.length > 0)
    .map(({ entries, label }) => ({ label, entries: entries.slice(0, maxEntries) }))
}

const sourceOf = (passages: ReadonlyArray<Passage>, texts: ReadonlyArray<string>): Source => {
  const lines = texts.map((text) => text.split(/\r?\n/))
  return {
    passages,
    answering: passages.length,
    labels: [
      ...passages.flatMap(labelsOfRow),
      ...lines
        .flat()
        .filter((line) => line.length <= maxLine && !/^\s*\|/.test(line))
        .flatMap(labelsOfLine)
    ],
    lists: lines.flatMap(listsOf)
  }
}

/** Characters of one text that are read, at most. */
export const maxTextLength = 20_000

/** Passages of some texts, at most. */
const maxPassages = 120

const passagesOf = (texts: ReadonlyArray<string>): ReadonlyArray<Passage> => {
  const passages: Array<Passage> = []
  for (const text of texts) {
    if (passages.length >= maxPassages) break
    passages.push(...readPassagesSync(0, text))
  }
  return passages.slice(0, maxPassages)
}

/** Sentences of instructions that say how to answer or give an example. They hold no values. */
const tellsHow =
  /\b(?:e\.g|for example|examples?|such as|format|returns?|respond|reply|extract|answers?|output|schema|json|you are|must|should)\b/i

/** Reads given texts. */
export const readSource = ({
  answers = [],
  areInstructions = false,
  pages = [],
  question,
  texts: given
}: GivenTexts): Source => {
  const texts = given.map((text) => text.replaceAll(ordinalPoint, ""))
  const own = passagesOf(texts).filter(({ text }) => !areInstructions || !tellsHow.test(text))
  const chosen = answers.map((answer) => ({ ...answer, tokens: tokenize(answer.text) }))
  const known = new Set(answers.map(({ text }) => text))
  const snippets = pages.map(({ snippet }) => snippet)
  const others = passagesOf(snippets).filter(({ text }) => !known.has(text))
  return {
    ...sourceOf([...chosen, ...own, ...others], areInstructions ? [] : [...snippets, ...texts]),
    answering: chosen.length + own.length,
    question,
    url: pages[0]?.url
  }
}

/** The source that an entry of a list is. */
export const entrySource = (entry: string): Source => ({
  ...sourceOf(readPassagesSync(0, entry), [entry]),
  entry
})

/** The sources that the rows of the tables of a source are. */
export const rowSources = ({ passages }: Source): ReadonlyArray<Source> =>
  passages.filter(({ row }) => row !== undefined).map((row) => sourceOf([row], [row.text]))

/** The stems of a text. */
export const stemsOf = (text: string): Stems => new Set(tokenize(text).map(({ stem }) => stem))

/** Does a passage ask? What it is about is not so. */
export const isQuestion = ({ text }: Pick<Passage, "text">): boolean => text.endsWith("?")

/** The passages that are about what was asked, whatever a field is called. */
export const answeringIn = ({ answering, passages }: Source): ReadonlyArray<Passage> =>
  passages.slice(0, answering)

/**
 * The passages that a value of a field may come from: those that share its words, or the whole entry of a list. For a field
 * without words of its own, those that are about what was asked.
 */
export const passagesAbout = (field: SchemaField, source: Source): ReadonlyArray<Passage> => {
  if (source.entry !== undefined) return source.passages
  if (!hasWords(field)) return answeringIn(source)
  return source.passages.filter(({ heading, text }) => speaksOf(field, stemsOf(`${heading}. ${text}`)))
}

/** The first reading that is there. */
export const firstIn = <A>(
  sources: ReadonlyArray<Source>,
  read: (source: Source) => A | undefined
): A | undefined => {
  for (const source of sources) {
    const value = read(source)
    if (value !== undefined) return value
  }
  return undefined
}
