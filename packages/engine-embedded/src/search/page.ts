// A page of the index with its metadata, and the detection of its language.
// Source: §2.9, §4.8.
import { detectLanguage } from "../text/language.ts"
import { unspaced } from "./analyzer.ts"
import type { Document, PageMode } from "./readers/document.ts"
import type { SourceFile } from "./folder.ts"
import { readHtml } from "./readers/html.ts"
import { readMarkdown, readText } from "./readers/markdown.ts"
import type { StoredPage } from "./segments/segment.ts"

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
  /** ISO 639-1 code: from the page, else that of most pages of its folder; `undefined` when unknown. */
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

/** Words that are examined, at most; the fewest that allow a guess; the fewest that make the language certain. */
const maxWords = 300
const minWords = 4
const sureWords = 25

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

/** The language of the prose of a document, and the number of words that it was detected from. */
const languageOf = ({
  passages
}: Document): { readonly language: string | undefined; readonly words: number } => {
  const prose = passages
    .slice(0, 8)
    .map(({ heading, text }) => `${heading}. ${text.replaceAll(foreign, " ").replaceAll(identifier, " ")}`)
    .join("\n")
  const words = prose.match(/[\p{L}\p{M}'’]+/gu)?.slice(0, maxWords) ?? []
  const detected =
    words.length < minWords && !unspaced.test(prose)
      ? undefined
      : detectLanguage(words.join(" ").toLowerCase())
  const script = scripts.get(detected ?? "")
  if (script === undefined) return { language: detected, words: words.length }
  // A script that goes with the language makes it certain.
  return script.test(prose) ? { language: detected, words: sureWords } : { language: undefined, words: 0 }
}

/** Reads a file, and detects its language where the file names none. A short text allows only a guess. */
export const readDocument = (source: SourceFile): Document => {
  const document = read(source)
  if (document.language !== undefined) return document
  const { language, words } = languageOf(document)
  if (language === undefined) return document
  return words >= sureWords ? { ...document, language } : { ...document, languageGuess: language }
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const lastMoment = (date: string): number => Date.parse(`${date}T23:59:59.999Z`)

/** The mode of a file that names none: `academic` and `sec` for files in top folders of that name, else `web`. */
const modeOf = (path: string): PageMode => {
  const [top] = path.split("/", 1)
  return top === "academic" || top === "sec" ? top : "web"
}

/** Makes a function from a URL to its host. The host of `baseUrl` is parsed only once. */
export const makeHostOf = (baseUrl: string): ((url: string) => string) => {
  const base = URL.parse(baseUrl)?.hostname ?? ""
  return (url) => (url.startsWith(baseUrl) ? base : (URL.parse(url)?.hostname ?? ""))
}

// Assumed: ours.
/** A page with all metadata. A file without a date gets the day of its last change. */
export const toIndexedPage = (
  page: StoredPage,
  modified: number,
  baseUrl: string,
  hostOf: (url: string) => string
): IndexedPage => {
  const changed = day(modified)
  const date = page.date ?? changed
  const url = page.url ?? baseUrl + page.path.split("/").map(encodeURIComponent).join("/")
  return {
    path: page.path,
    url,
    host: hostOf(url),
    title: page.title,
    date,
    lastUpdated: page.lastUpdated ?? (changed < date ? date : changed),
    published: page.date === undefined ? modified : lastMoment(page.date),
    language: page.language,
    mode: page.mode ?? modeOf(page.path)
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** A page with the guess of its language. */
export interface GuessedPage {
  readonly page: IndexedPage
  readonly guess: string | undefined
}

/** Share of the pages of a folder above which their language outweighs a guess, and the fewest pages that can. */
const majority = 0.75
const minPages = 4

/** The language of more than `share` of the counted pages, if there are at least `least` of them. */
const mostOf = (
  counts: ReadonlyMap<string, number> | undefined,
  share: number,
  least: number
): string | undefined => {
  const all = [...(counts ?? [])]
  const total = all.reduce((sum, [, times]) => sum + times, 0)
  return total < least ? undefined : all.find(([, times]) => times > share * total || times === total)?.[0]
}

const everywhere = "*"

const countLanguages = (pages: ReadonlyArray<readonly [folder: string, language: string | undefined]>) => {
  const counts = new Map<string, Map<string, number>>()
  for (const [own, language] of pages)
    for (const folder of language === undefined ? [] : [own, everywhere]) {
      const list = counts.get(folder) ?? new Map<string, number>()
      list.set(language ?? "", (list.get(language ?? "") ?? 0) + 1)
      counts.set(folder, list)
    }
  return counts
}

// Assumed: ours.
/**
 * Gives pages without a certain language the guessed one. It stays unknown when most pages of their folder have another
 * language. A page without a guess gets the language of most pages of its folder, else of all folders.
 */
export const withNeighboursLanguage = (pages: ReadonlyArray<GuessedPage>): ReadonlyArray<IndexedPage> => {
  if (pages.every(({ page }) => page.language !== undefined)) return pages.map(({ page }) => page)
  const folders = pages.map(({ page }) => folderOf(page.path))
  const sure = countLanguages(pages.map(({ page }, index) => [folders[index] ?? "", page.language]))
  const any = countLanguages(
    pages.map(({ guess, page }, index) => [folders[index] ?? "", page.language ?? guess])
  )
  return pages.map(({ guess, page }, index) => {
    if (page.language !== undefined) return page
    const folder = folders[index] ?? ""
    if (guess === undefined) {
      const language = mostOf(any.get(folder), 0.5, 1) ?? mostOf(any.get(everywhere), 0.5, 1)
      return { ...page, language }
    }
    const most = mostOf(sure.get(folder), majority, minPages)
    return most === undefined || most === guess ? { ...page, language: guess } : page
  })
}
