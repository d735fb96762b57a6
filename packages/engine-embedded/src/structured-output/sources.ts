// The texts that values are read from: their passages, and the labels and lists in them: bulleted lines, and "a, b and c".
import { type Passage, readPassagesSync, statements } from "../text/passages.ts"
import { ordinalPoint } from "../text/dates.ts"
import { tokenize } from "../text/tokenize.ts"
import { isNamedBy, type SchemaField, speaksOf } from "./field.ts"

/** Texts as they are given: those of a message, or of earlier ones. */
export interface GivenTexts {
  /** The question of the conversation, if it is in these texts. */
  readonly question?: string
  readonly texts: ReadonlyArray<string>
  /** The cited pages, their passages that answer the question, and all, those first that answer best. Default: none. */
  readonly pages?: ReadonlyArray<{ readonly url: string; readonly snippet: string }>
  readonly answers?: ReadonlyArray<Passage>
  readonly ranked?: ReadonlyArray<Passage>
}

/** Texts that values are read from. */
export interface Source {
  /** Those that are about what was asked, whatever a field is called, then the others of the same pages. */
  readonly passages: ReadonlyArray<Passage>
  /** The passages that answer the question, and those of the message. */
  readonly answering: ReadonlyArray<Passage>
  readonly labels: ReadonlyArray<Labelled<string>>
  readonly lists: ReadonlyArray<Labelled<ReadonlyArray<string>>>
  readonly question?: string | undefined
  /** The address of the first cited page. */
  readonly url?: string | undefined
  /** The list entry that the texts are, if they are one. */
  readonly entry?: string
  /** The first cell of the row of a table that the texts are, if they are one. */
  readonly rowName?: string | undefined
}

/** What stands behind a label: R-1 in `Invoice number: R-1`; the entries on lines of their own. */
interface Labelled<A> {
  readonly label: string
  readonly value: A
}

const labelPattern =
  /(?:^|[,;.!?|(]\s*|\s[-–•*]\s|^\s*[-–•*]\s)\**((?:[\p{L}\p{N}#/'’%-]+(?:\.(?=[ \t]+\p{Ll}))?[ \t]+){0,4}[\p{L}\p{N}#/'’_-]+\.?(?:\s?\([^()\n]{1,20}\))?)\**\s*:\**\s+|(?<![^\s,;(])([\p{L}_][\p{L}\p{N}_.-]{0,60})=(?=\S)/gmu

/** The end of a sentence, which the point of a title or of "No." is not. */
const sentenceEnd = /(?<!\b(?:Dr|Mr|Ms|Mrs|St|No|Nr|Prof))[.!?]\s+(?=\p{Lu})/u

/** The labelled values of a line. A value ends at the next label or at the end of the line. */
const labelsOfLine = (line: string): ReadonlyArray<Labelled<string>> => {
  const found = Array.from(line.matchAll(labelPattern))
  return found.map((match, index) => {
    const rest = line.slice(match.index + match[0].length, found[index + 1]?.index)
    const value = match[2] === undefined ? rest : (/^"([^"]*)"|^\S*/.exec(rest)?.[0] ?? "")
    const told = value.split(sentenceEnd)[0] ?? ""
    return { label: match[1] ?? match[2] ?? "", value: told.trim().replace(/^"|[\s,;|.*"]+$/g, "") }
  })
}

/** The labels of a row of a table: the first of two cells, and the names of the columns. */
const labelsOfRow = ({ row }: Passage): ReadonlyArray<Labelled<string>> => {
  if (row === undefined) return []
  const [label = "", value = ""] = row.cells
  return [
    ...(row.cells.length === 2 ? [{ label, value }] : []),
    ...row.cells.map((cell, column) => ({ label: row.names[column] ?? "", value: cell }))
  ]
}

/** Characters of a line with labels, of a list entry and of a text that are read, at most. */
const maxLine = 2_000
const maxEntry = 500
const maxTextLength = 20_000

/** Passages of pages, and of messages, that are read, at most. */
export const maxPassages = 120

const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/
const plain = (text: string): string => text.replaceAll(/\*\*|__|`/g, "").trim()

/** The lists of a text, each with the line before it. */
const listsOf = (lines: ReadonlyArray<string>): Source["lists"] => {
  const found: Array<Labelled<Array<string>>> = [{ label: "", value: [] }]
  for (const line of lines) {
    const entry = line.length > maxEntry ? undefined : bullet.exec(line)?.[1]
    if (entry !== undefined) found.at(-1)?.value.push(plain(entry))
    else if (line.trim() !== "")
      found.push({ label: plain(line.replace(/^#+\s*|:?\s*$/g, "").slice(-80)), value: [] })
  }
  return found.filter(({ value }) => value.length > 0)
}

const sourceOf = (
  answering: ReadonlyArray<Passage>,
  texts: ReadonlyArray<string>,
  others: ReadonlyArray<Passage> = []
): Source => {
  const passages = [...new Set([...answering, ...others])]
  const lines = texts.map((text) => text.split(/\r?\n/))
  const short = lines.flat().filter((line) => line.length <= maxLine)
  return {
    passages,
    answering,
    labels: [...passages.flatMap(labelsOfRow), ...short.flatMap(labelsOfLine)],
    lists: lines.flatMap(listsOf)
  }
}

/** Reads given texts. */
export const readSource = ({
  answers = [],
  pages = [],
  question,
  ranked = [],
  texts
}: GivenTexts): Source => {
  const own = texts.map((text) => text.slice(0, maxTextLength).replaceAll(ordinalPoint, ""))
  const told = readPassagesSync(0, own.join("\n\n")).slice(0, maxPassages)
  return {
    ...sourceOf([...answers, ...told], [...pages.map(({ snippet }) => snippet), ...own], ranked),
    question: question?.slice(0, maxTextLength),
    url: pages[0]?.url
  }
}

/** The sources that the rows of the tables of a source are, else the entries of a list. */
export const partsOf = ({ passages }: Source, list: ReadonlyArray<string> = []): ReadonlyArray<Source> => {
  const inOrder = passages.toSorted((left, right) => left.source - right.source || left.order - right.order)
  const rows = inOrder.flatMap((row) =>
    row.row === undefined ? [] : { ...sourceOf([row], [row.text]), rowName: row.row.cells[0] }
  )
  return rows.length > 0
    ? rows
    : list.map((entry) => ({ ...sourceOf(readPassagesSync(0, entry), [entry]), entry }))
}

/**
 * The passages that a value of a field may come from: those that share its words, or the whole entry of a list. For a field
 * without words of its own, those that are about what was asked.
 */
export const passagesAbout = (field: SchemaField, source: Source): ReadonlyArray<Passage> => {
  if (source.entry !== undefined) return source.passages
  if (field.own.length + field.described.length === 0) return source.answering
  return source.passages.filter(({ heading, text }) => speaksOf(field, `${heading}. ${text}`))
}

/** The first reading that is there. */
export const firstIn = <A>(sources: ReadonlyArray<Source>, read: (source: Source) => A): A | undefined =>
  sources.map(read).find((value) => value !== undefined)

/** Names of fields that any list of the text can fill. */
const generic =
  /^(?:(?:shopping|packing|todo|to do|line) )?(?:items?|things|list|entries|elements|values|articles|goods|positions)?$/

/** Stems of the verbs of a request or an offer, which a list follows: "I need", "please bring". */
const wanting = ["need", "want", "buy", "bring", "order", "get", "send", "sell", "pack"]

const separator =
  /\s*(?:(?<!\d),|,(?!\d)|;)\s*(?:(?:and|or|und|oder|y|et)\s+)?|\s+(?:and|or|und|oder|y|et)\s+/i

/** Words of an entry in running text, at most. */
const maxWords = 6

/** The entries of "a, b and c"; none when one is too long for an enumeration. */
const enumeration = (text: string): ReadonlyArray<string> => {
  const entries = text
    .replace(/(?:,?\s*(?:please|thanks|thank you))?[.!?]*$/i, "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return entries.every((entry) => entry.split(/\s+/).length <= maxWords) ? entries : []
}

/** "maps, ropes and lamps" of "The shop sells maps, ropes and lamps", for a field that speaks of what the shop sells. */
const enumerationAfter = (text: string, { described, name, own }: SchemaField): ReadonlyArray<string> => {
  const stems = new Set([...own, ...described, ...(generic.test(name) ? wanting : [])])
  const mention = Array.from(text.matchAll(/[\p{L}\p{M}]+/gu)).findLast(([word]) =>
    tokenize(word).some(({ stem }) => stems.has(stem))
  )
  if (mention === undefined) return []
  const rest = text
    .slice(mention.index + mention[0].length)
    .replace(/^\s*(?:(?:are|is|were|include|of|:)\s+)?/i, "")
  return enumeration(rest.split(/[;!?]|:(?!\d)|\.(?=\s|$)/)[0] ?? "")
}

/** The entries of a list as written; undefined when the source has no list for the field. */
export const readList = (field: SchemaField, source: Source): ReadonlyArray<string> | undefined => {
  const { answering, lists } = source
  const isAny = generic.test(field.name)
  const list =
    lists.find(({ label }) => isNamedBy(label, field) || speaksOf(field, label)) ??
    (isAny && lists.length === 1 ? lists[0] : undefined)
  if (list !== undefined) return list.value
  return statements(isAny ? answering : passagesAbout(field, source))
    .map((text) => enumerationAfter(text, field))
    .find((entries) => entries.length > 1)
}
