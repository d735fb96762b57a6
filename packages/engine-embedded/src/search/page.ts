// A page of the index with its metadata, and the detection of its language.
// Source: §2.9, §4.8.
import { detectLanguage } from "../text/language.ts"
import { unspaced } from "./analyzer.ts"
import type { Document, PageMode } from "./readers/document.ts"
import type { SourceFile } from "./folder.ts"
import { readHtml } from "./readers/html.ts"
import { readMarkdown, readText } from "./readers/markdown.ts"

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
  /** ISO 639-1 code: from the page, else detected; `undefined` when unknown. */
  readonly language: string | undefined
  readonly mode: PageMode
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const read = ({ path, text }: SourceFile): Document => {
  if (/\.html?$/i.test(path)) return readHtml(nameOf(path), text)
  return /\.txt$/i.test(path) ? readText(nameOf(path), text) : readMarkdown(nameOf(path), text)
}

/** Code, tables and URLs, which have no natural language. */
const foreign = /^(`{3,})\n[^]*?\n\1$|^\|.*$|`[^`\n]*`|https?:\/\/\S+/gm

/** Names and parts of identifiers, which any language may have. */
const identifier = /[\p{L}\p{N}]*[\p{N}_@/.=<>#:][\p{L}\p{N}]+\S*|\p{L}+\p{Lu}\S*/gu

/** Words that are examined, at most and at least. */
const maxWords = 100
const minWords = 4

const scripts: ReadonlyMap<string, RegExp> = new Map([
  ["ar", /\p{Script=Arabic}/u],
  ["bg", /\p{Script=Cyrillic}/u],
  ["el", /\p{Script=Greek}/u],
  ["fa", /\p{Script=Arabic}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["th", /\p{Script=Thai}/u],
  ["uk", /\p{Script=Cyrillic}/u],
  ["zh", /\p{Script=Han}/u]
])

/** The language of the prose of a document. */
const languageOf = ({ passages }: Document): string | undefined => {
  const prose = passages
    .slice(0, 8)
    .map(({ heading, text }) => `${heading}. ${text.replaceAll(foreign, " ").replaceAll(identifier, " ")}`)
    .join("\n")
  const words = prose.match(/[\p{L}\p{M}'’]+/gu)?.slice(0, maxWords) ?? []
  if (words.length < minWords && !unspaced.test(prose)) return undefined
  const detected = detectLanguage(words.join(" ").toLowerCase())
  return scripts.get(detected ?? "")?.test(prose) === false ? undefined : detected
}

/** Reads a file, and detects its language where the file names none. */
export const readDocument = (source: SourceFile): Document => {
  const document = read(source)
  const language = document.language ?? languageOf(document)
  return language === undefined ? document : { ...document, language }
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const lastMoment = (date: string): number => Date.parse(`${date}T23:59:59.999Z`)

/** The mode of a file that names none: `academic` and `sec` for files in top folders of that name, else `web`. */
export const modeOf = (path: string): PageMode => {
  const [top] = path.split("/", 1)
  return top === "academic" || top === "sec" ? top : "web"
}

// Assumed: ours.
/** The dates of a page. A file without a date gets the day of its last change. */
export const datesOf = (
  { date: own, lastUpdated }: Pick<Document, "date" | "lastUpdated">,
  modified: number
): { readonly date: string; readonly updated: string; readonly published: number } => {
  const changed = day(modified)
  const date = own ?? changed
  return {
    date,
    updated: lastUpdated ?? (changed < date ? date : changed),
    published: own === undefined ? modified : lastMoment(own)
  }
}

/** A row of the table of pages. */
export interface PageRow {
  readonly path: string
  readonly url: string | null
  readonly title: string
  readonly date: string
  readonly updated: string
  readonly published: number
  readonly language: string | null
  readonly mode: PageMode
  /** The terms of the title and the path, each between spaces. */
  readonly names: string
  /** Terms of the texts of its passages. */
  readonly length: number
}

/** The host of a URL, lower case; empty for what is no URL. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

/** A row as a page. */
export const toIndexedPage = (row: PageRow, baseUrl: string): IndexedPage => {
  const url = row.url ?? baseUrl + row.path.split("/").map(encodeURIComponent).join("/")
  return {
    path: row.path,
    url,
    host: hostOf(url),
    title: row.title,
    date: row.date,
    lastUpdated: row.updated,
    published: row.published,
    language: row.language ?? undefined,
    mode: row.mode
  }
}
