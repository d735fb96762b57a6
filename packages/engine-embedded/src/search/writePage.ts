// Writes the pages of an index: their words, passages and metadata.
import { stemLanguage, termsOf } from "./analyzer.ts"
import type { SourceFile } from "./folder.ts"
import { type IndexDatabase, passagesPerPage } from "./IndexDatabase.ts"
import { datesOf, hostOf, modeOf } from "./page.ts"
import type { Document } from "./readers/document.ts"

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
  { hash, path, stamp }: SourceFile,
  document: Document
): void => {
  const { run } = database
  const { passages, title, url = null } = document
  const language = stemLanguage(document.language)
  const names = termsOf(`${title} ${path.replace(/\.\w+$/, "").normalize()}`, language)
  const headings = new Set<string>()
  let [body, length] = ["", 0]
  forgetPage(database, id)
  for (const [at, { heading, text }] of passages.entries()) {
    const [above, own] = [termsOf(heading, language), termsOf(text, language)]
    const count = own.split(" ").length - 2
    run(
      "INSERT INTO passage VALUES (?, ?, ?, ?, ?)",
      id * passagesPerPage + at,
      `${above}\n${own}`,
      count,
      heading,
      text
    )
    headings.add(above)
    body += own
    length += count
  }
  const words = [names, [...headings].join(""), body]
  run("INSERT INTO words (rowid, names, headings, body) VALUES (?, ?, ?, ?)", id, ...words)
  const { date, published, updated } = datesOf(document, stamp.modified)
  const page = [
    [id, path, stamp.size, stamp.modified, hash, url, url === null ? null : hostOf(url), title, date],
    [updated, published, document.language ?? null, language, document.mode ?? modeOf(path)],
    [names, length, passages.length]
  ].flat()
  run(`INSERT INTO page VALUES (${page.map(() => "?").join(", ")})`, ...page)
}
