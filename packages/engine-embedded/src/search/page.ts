// The pages of the index: how they are written, and what is read of them.
// Source: §2.9, §4.8.
import type { SourceFile } from "./folder.ts"
import { type IndexDatabase, passagesPerPage } from "./IndexDatabase.ts"
import type { PageContent } from "./readPages.ts"
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
) => {
  const changed = day(modified)
  const date = own ?? changed
  return {
    date,
    updated: lastUpdated ?? (changed < date ? date : changed),
    // The last moment of the day.
    published: own === undefined ? modified : Date.parse(`${own}T23:59:59.999Z`)
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

/** Removes a page. */
export const forgetPage = ({ run }: IndexDatabase, id: number): void => {
  run("DELETE FROM words WHERE rowid = ?", id)
  run("DELETE FROM passage WHERE id BETWEEN ? AND ?", id * passagesPerPage, (id + 1) * passagesPerPage - 1)
  run("DELETE FROM page WHERE id = ?", id)
}

/** Writes the page of a file in place of the page with an id. */
export const writePage = (
  database: IndexDatabase,
  id: number,
  { hash, path, stamp }: Omit<SourceFile, "text">,
  page: PageContent
): void => {
  const { run } = database
  const { language = null, names, passages, stems, title, url = null } = page
  const headings = new Set<string>()
  let [body, length] = ["", 0]
  forgetPage(database, id)
  for (const [at, { heading, headingTerms, ownTerms, text }] of passages.entries()) {
    const count = ownTerms.split(" ").length - 2
    run(
      "INSERT INTO passage VALUES (?, ?, ?, ?, ?)",
      id * passagesPerPage + at,
      `${headingTerms}\n${ownTerms}`,
      count,
      heading,
      text
    )
    headings.add(headingTerms)
    body += ownTerms
    length += count
  }
  const words = [names, [...headings].join(""), body]
  run("INSERT INTO words (rowid, names, headings, body) VALUES (?, ?, ?, ?)", id, ...words)
  const { date, published, updated } = datesOf(page, stamp.modified)
  const row = [
    [id, path, stamp.size, stamp.modified, hash, url, url === null ? null : hostOf(url), title, date],
    [updated, published, language, stems, page.mode ?? modeOf(path), names, length, passages.length]
  ].flat()
  run(`INSERT INTO page VALUES (${row.map(() => "?").join(", ")})`, ...row)
}
