// A page of the index with its metadata.
// Source: §2.9, §4.8.
import type { Document, PageMode } from "./readers/document.ts"

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
