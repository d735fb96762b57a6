// The texts that values are extracted from, and what is labelled in them.
import type { Passage } from "../question-answering/passages.ts"
import { tokenize } from "../text/tokenize.ts"
import { hasWords, type SchemaField, speaksOf, type Stems } from "./field.ts"

/** The texts that values are extracted from. */
export interface ExtractionScope {
  /** The question of the conversation. */
  readonly question: string
  /** Addresses of the pages that the passages come from, if they do. */
  readonly urls: ReadonlyArray<string>
  /** Those that answer the question, those of the message, then the others of the same pages. */
  readonly passages: ReadonlyArray<Passage>
  /** How many of the passages answer the question or are the message itself. Default: all. */
  readonly answering?: number
  /** The texts of the passages, with line breaks. */
  readonly texts: ReadonlyArray<string>
  /** The list entry that an object is read from, if any. */
  readonly entry?: string
  /** Where to look for what is not found here: earlier messages, then instructions. */
  readonly earlier?: ExtractionScope
}

/** A label with the text after it: `Invoice number: R-1`. */
export interface Labelled {
  readonly label: string
  readonly value: string
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

/** The cells of the rows of a table with two columns: the first labels the second. */
const labelsOfRow = ({ row }: Passage): ReadonlyArray<Labelled> =>
  row?.cells.length === 2 ? [{ label: row.cells[0] ?? "", value: row.cells[1] ?? "" }] : []

/** Lines longer than this are no labels with values. */
const maxLine = 2_000

/** The labelled values of a scope. */
export const labelledIn = ({ passages, texts }: ExtractionScope): ReadonlyArray<Labelled> => [
  ...passages.flatMap((passage) => [
    ...labelsOfRow(passage),
    ...(passage.row === undefined ? [] : labelsOfLine(passage.text))
  ]),
  ...texts.flatMap((text) =>
    text
      .split("\n")
      .flatMap((line) => (line.length > maxLine || /^\s*\|/.test(line) ? [] : labelsOfLine(line)))
  )
]

/** The stems of a text. */
export const stemsOf = (text: string): Stems => new Set(tokenize(text).map(({ stem }) => stem))

/** The stems of a passage and its heading. */
export const stemsOfPassage = ({ heading, text }: Pick<Passage, "heading" | "text">): Stems =>
  stemsOf(`${heading}. ${text}`)

/** The passages that are about what was asked, whatever a field is called. */
export const answeringIn = ({ answering, passages }: ExtractionScope): ReadonlyArray<Passage> =>
  passages.slice(0, answering)

/**
 * The passages that a value of a field may come from: those that share its words, or the whole entry of a list. For a field
 * without words of its own, those that are about what was asked.
 */
export const passagesAbout = (field: SchemaField, scope: ExtractionScope): ReadonlyArray<Passage> => {
  if (scope.entry !== undefined) return scope.passages
  if (!hasWords(field)) return answeringIn(scope)
  return scope.passages.filter((passage) => speaksOf(field, stemsOfPassage(passage)))
}

/** How well a label names a field: 1 is the same name, 0 another one. */
export const labelMatch = (label: string, { name, own }: SchemaField): number => {
  if (name === "") return 0
  const words = tokenize(label).filter(({ kind }) => kind !== "sign")
  const stems = new Set(words.map(({ stem }) => stem))
  const same = tokenize(name)
  if (same.length === words.length && same.every(({ stem }) => stems.has(stem))) return 1
  if (own.length === 0) return 0
  // The words themselves, not their synonyms, when there are more in the label.
  const isNamed = own.every((any) => [...any].some((stem) => stems.has(stem)))
  return isNamed && words.length <= own.length + 2 ? 0.8 : 0
}

/** The scope itself, and the earlier ones in which values are looked for that it does not have. */
export const scopesOf = (scope: ExtractionScope): ReadonlyArray<ExtractionScope> =>
  scope.earlier === undefined ? [scope] : [scope, ...scopesOf(scope.earlier)]

/** The first reading that is there, of the scope and the earlier ones. */
export const firstIn = <A>(
  scope: ExtractionScope,
  read: (scope: ExtractionScope) => A | undefined
): A | undefined => {
  for (const one of scopesOf(scope)) {
    const value = read(one)
    if (value !== undefined) return value
  }
  return undefined
}
