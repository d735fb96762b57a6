// A page of the index: what filters and results need of it.
// Source: §2.9, §4.8.
import { detectLanguage } from "../text/language.ts"
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

/** Code and tables have no language. */
const proseOf = ({ passages, title }: Document): string =>
  `${title}\n${passages.map(({ text }) => text.replaceAll(/^(`{3,})\n[^]*?\n\1$|^\|.*$/gm, "")).join("\n")}`

/** Reads a file, and detects its language where the file names none. */
export const readDocument = (source: SourceFile): Document => {
  const document = read(source)
  const language = document.language ?? detectLanguage(proseOf(document))
  return language === undefined ? document : { ...document, language }
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const lastMoment = (date: string): number => Date.parse(`${date}T23:59:59.999Z`)

/** Files in the top folders `academic` and `sec` have that mode, unless they say otherwise. */
const modeOf = (path: string): PageMode => {
  const [top] = path.split("/", 1)
  return top === "academic" || top === "sec" ? top : "web"
}

/** The host of a URL, parsed once for all pages below a base. */
export const makeHostOf = (baseUrl: string): ((url: string) => string) => {
  const base = URL.parse(baseUrl)?.hostname ?? ""
  return (url) => (url.startsWith(baseUrl) ? base : (URL.parse(url)?.hostname ?? ""))
}

// Assumed: ours.
/** A file that does not say when it was written counts as written when it was changed. */
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

// Assumed: ours.
/** Gives pages whose language is unknown that of most pages of their folder, else of most pages. */
export const withNeighboursLanguage = (pages: ReadonlyArray<IndexedPage>): ReadonlyArray<IndexedPage> => {
  if (pages.every(({ language }) => language !== undefined)) return pages
  const counts = new Map<string, Map<string, number>>()
  const count = (folder: string, language: string) => {
    const own = counts.get(folder) ?? new Map<string, number>()
    own.set(language, (own.get(language) ?? 0) + 1)
    counts.set(folder, own)
  }
  for (const { language, path } of pages)
    if (language !== undefined) {
      count(`/${folderOf(path)}`, language)
      count("", language)
    }
  /** The language of more than half of the pages that have one. */
  const most = (folder: string): string | undefined => {
    const own = [...(counts.get(folder) ?? [])]
    const total = own.reduce((sum, [, times]) => sum + times, 0)
    return own.find(([, times]) => times > total / 2)?.[0]
  }
  return pages.map((page) =>
    page.language === undefined ? { ...page, language: most(`/${folderOf(page.path)}`) ?? most("") } : page
  )
}
