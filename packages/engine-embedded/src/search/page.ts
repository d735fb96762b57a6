// A page of the index with its metadata.
// Source: §2.9, §4.8.
import type { Document, PageMode } from "./readers/document.ts"

/** One page of the index. */
export interface IndexedPage {
  /** Path within the folder. */
  readonly path: string
  readonly url: string
  readonly title: string
  /** Day of publication, else of the last change of the file: `YYYY-MM-DD`. */
  readonly date: string
  /** Day of the last change, `YYYY-MM-DD`. */
  readonly lastUpdated: string
}

/** The first and the last moment of years of four digits: a file may have any time. */
const [earliest, latest] = [Date.parse("0000-01-01"), Date.parse("9999-12-31T23:59:59Z")]

const day = (time: number): string =>
  new Date(Math.min(latest, Math.max(earliest, time))).toISOString().slice(0, 10)
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

/** A row of the table of pages, as far as it is read. */
export interface PageRow {
  readonly id: number
  readonly path: string
  readonly url: string | null
  readonly title: string
  readonly date: string
  readonly updated: string
  /** The terms of the title and the path, each between spaces. */
  readonly names: string
  /** Terms of the texts of its passages. */
  readonly length: number
}

/** The host of a URL, lower case; empty for what is no URL. */
export const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ""

/** A row as a page. */
export const toIndexedPage = (
  { date, path, title, updated, url }: PageRow,
  baseUrl: string
): IndexedPage => ({
  path,
  url: url ?? baseUrl + path.split("/").map(encodeURIComponent).join("/"),
  title,
  date,
  lastUpdated: updated
})
