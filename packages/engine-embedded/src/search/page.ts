// A page of the index in memory.
// Source: §2.9, §4.8.
import { detectLanguage } from "../text/language.ts"
import { countWords } from "./analyzer.ts"
import type { Document, PageMode, Passage } from "./document.ts"
import type { SourceFile } from "./folder.ts"
import { readHtml } from "./html.ts"
import type { PageRecord } from "./indexFile.ts"
import { readMarkdown, readText } from "./markdown.ts"

/** A passage with the frequency of its words. */
export interface IndexedPassage extends Passage {
  readonly words: ReadonlyMap<string, number>
}

/** One page of the index. */
export interface IndexedPage {
  /** Path within the folder. */
  readonly path: string
  readonly url: string
  /** The host of `url`, lower case. */
  readonly host: string
  readonly title: string
  /** Day of publication, else of the last change of the file: `YYYY-MM-DD`. */
  readonly date: string
  /** Day of the last change, `YYYY-MM-DD`. */
  readonly lastUpdated: string
  /** Time of publication in milliseconds since 1970; the end of the day when only the day is known. */
  readonly published: number
  /** ISO 639-1 code; `undefined` when unknown. */
  readonly language: string | undefined
  readonly mode: PageMode
  readonly passages: ReadonlyArray<IndexedPassage>
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const read = ({ path, text }: SourceFile): Document => {
  if (/\.html?$/i.test(path)) return readHtml(nameOf(path), text)
  return /\.txt$/i.test(path) ? readText(nameOf(path), text) : readMarkdown(nameOf(path), text)
}

/** Reads a file and counts its words. */
export const readRecord = (source: SourceFile): PageRecord => {
  const { passages, ...document } = read(source)
  const language = document.language ?? detectLanguage(passages.map(({ text }) => text).join("\n"))
  return {
    ...document,
    ...(language === undefined ? {} : { language }),
    path: source.path,
    hash: source.hash,
    passages: passages.map((passage) => ({
      ...passage,
      words: Array.from(countWords(passage.text), ([word, count]) => `${word} ${count}`).join(" ")
    }))
  }
}

const wordsIn = (text: string): ReadonlyMap<string, number> => {
  const parts = text === "" ? [] : text.split(" ")
  const counts = new Map<string, number>()
  for (let at = 0; at < parts.length; at += 2) counts.set(parts[at] ?? "", Number(parts[at + 1]))
  return counts
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const lastMoment = (date: string): number => Date.parse(`${date}T23:59:59.999Z`)

/** Files in the top folders `academic` and `sec` have that mode, unless they say otherwise. */
const modeOf = (path: string): PageMode => {
  const [top] = path.split("/")
  return top === "academic" || top === "sec" ? top : "web"
}

// Assumed: ours.
/** A file that does not say when it was written counts as written when it was changed. */
export const toIndexedPage = (record: PageRecord, modified: number, baseUrl: string): IndexedPage => {
  const changed = day(modified)
  const date = record.date ?? changed
  const url = record.url ?? baseUrl + record.path.split("/").map(encodeURIComponent).join("/")
  return {
    path: record.path,
    url,
    host: URL.parse(url)?.hostname ?? "",
    title: record.title,
    date,
    lastUpdated: record.lastUpdated ?? (changed < date ? date : changed),
    published: record.date === undefined ? modified : lastMoment(record.date),
    language: record.language,
    mode: record.mode ?? modeOf(record.path),
    passages: record.passages.map(({ heading, text, words }) => ({ heading, text, words: wordsIn(words) }))
  }
}
