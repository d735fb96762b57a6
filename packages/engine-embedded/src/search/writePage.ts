// Writes the pages of an index: their words, passages and metadata.
import { stopWords } from "../text/wordLists.ts"
import { textVector } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { analyze, stemLanguage } from "./analyzer.ts"
import type { SourceFile } from "./folder.ts"
import { type IndexDatabase, passagesPerPage } from "./IndexDatabase.ts"
import { datesOf, hostOf, modeOf } from "./page.ts"
import type { Document } from "./readers/document.ts"

/** Terms, each between spaces. */
const joined = (terms: ReadonlyArray<{ readonly term: string }>): string =>
  ` ${terms.map(({ term }) => term).join(" ")} `

/** The weight of title and heading words in a vector. */
const titleWeight = 2
const headingWeight = 3

const insertPage = `INSERT INTO page VALUES (${Array.from({ length: 17 }, () => "?").join(", ")})`

/** Removes a page. */
export const forgetPage = ({ run }: IndexDatabase, id: number): void => {
  run("DELETE FROM words WHERE rowid = ?", id)
  run("DELETE FROM passage WHERE id BETWEEN ? AND ?", id * passagesPerPage, (id + 1) * passagesPerPage - 1)
  run("DELETE FROM page WHERE id = ?", id)
}

/** Writes the page of a file in place of the page with an id. */
export const writePage = (
  database: IndexDatabase,
  wordVectors: WordVectors,
  id: number,
  { hash, path, stamp }: SourceFile,
  document: Document
): void => {
  const { run } = database
  const { passages, title, url = null } = document
  const language = stemLanguage(document.language)
  const titleWords = analyze(title, language)
  const names = joined(analyze(`${title} ${path.replace(/\.\w+$/, "")}`, language))
  const headings = new Set<string>()
  let [body, length] = ["", 0]
  forgetPage(database, id)
  for (const [at, { heading, text }] of passages.entries()) {
    const [head, own] = [analyze(heading, language), analyze(text, language)]
    const words = new Map<string, number>()
    const weighted = [[titleWords, titleWeight] as const, [head, headingWeight] as const, [own, 1] as const]
    for (const [list, weight] of weighted)
      for (const { word } of list) if (!stopWords.has(word)) words.set(word, (words.get(word) ?? 0) + weight)
    const vector = new Uint8Array(textVector(wordVectors, words).buffer)
    const terms = `${joined(head)}\n${joined(own)}`
    const row = [id * passagesPerPage + at, terms, own.length, vector, heading, text]
    run("INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?)", ...row)
    headings.add(joined(head))
    body += joined(own)
    length += own.length
  }
  const words = [names, [...headings].join(""), body]
  run("INSERT INTO words (rowid, names, headings, body) VALUES (?, ?, ?, ?)", id, ...words)
  const { date, published, updated } = datesOf(document, stamp.modified)
  const host = url === null ? null : hostOf(url)
  const file = [id, path, stamp.size, stamp.modified, hash, url, host, title]
  const dates = [date, updated, published]
  const mode = document.mode ?? modeOf(path)
  run(
    insertPage,
    ...file,
    ...dates,
    document.language ?? null,
    language,
    mode,
    names,
    length,
    passages.length
  )
}
