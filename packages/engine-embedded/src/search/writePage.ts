// Writes the pages of an index: their words, passages and metadata.
import { stopWords } from "../text/wordLists.ts"
import { textVector } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { makeAnalyzer, stemLanguage } from "./analyzer.ts"
import type { SourceFile, Stamp } from "./folder.ts"
import { type IndexDatabase, passagesPerPage } from "./IndexDatabase.ts"
import { datesOf, hostOf, modeOf } from "./page.ts"
import type { Document, Passage } from "./readers/document.ts"

/** Terms, each between spaces. */
const joined = (terms: ReadonlyArray<{ readonly term: string }>): string =>
  ` ${terms.map(({ term }) => term).join(" ")} `

/** The weight of title and heading words in a vector. */
const titleWeight = 2
const headingWeight = 3

const insertPage = `INSERT INTO page VALUES (${Array.from({ length: 19 }, () => "?").join(", ")})`

/** Makes a function that writes the page of a file in place of the page with an id. */
export const makeWriter = ({ run }: IndexDatabase, wordVectors: WordVectors) => {
  const analyze = makeAnalyzer()

  const forget = (id: number): void => {
    run("DELETE FROM words WHERE rowid = ?", id)
    run("DELETE FROM passage WHERE id BETWEEN ? AND ?", id * passagesPerPage, (id + 1) * passagesPerPage - 1)
    run("DELETE FROM page WHERE id = ?", id)
  }
  const writePassage = (id: number, { heading, text }: Passage, title: string, language: string) => {
    const [head, body] = [analyze(heading, language), analyze(text, language)]
    const words = new Map<string, number>()
    const parts = [
      [analyze(title, language), titleWeight],
      [head, headingWeight],
      [body, 1]
    ] as const
    for (const [list, weight] of parts)
      for (const { word } of list) if (!stopWords.has(word)) words.set(word, (words.get(word) ?? 0) + weight)
    const [headTerms, bodyTerms] = [joined(head), joined(body)]
    const vector = new Uint8Array(textVector(wordVectors, words).buffer)
    const row = [id, `${headTerms}\n${bodyTerms}`, body.length, vector, heading, text]
    run("INSERT INTO passage VALUES (?, ?, ?, ?, ?, ?)", ...row)
    return { headTerms, bodyTerms, length: body.length }
  }
  const write = (id: number, { hash, path }: SourceFile, document: Document, stamp: Stamp): void => {
    forget(id)
    const language = stemLanguage(document.language)
    const { passages, title, url } = document
    const names = joined(analyze(`${title} ${path.replace(/\.\w+$/, "")}`, language))
    const written = passages.map((passage, at) =>
      writePassage(id * passagesPerPage + at, passage, title, language)
    )
    const headings = new Set(written.map(({ headTerms }) => headTerms))
    run(
      "INSERT INTO words (rowid, names, headings, body) VALUES (?, ?, ?, ?)",
      id,
      names,
      [...headings].join(""),
      written.map(({ bodyTerms }) => bodyTerms).join("")
    )
    const { date, published, updated } = datesOf(document, stamp.modified)
    run(
      insertPage,
      id,
      path,
      stamp.size,
      stamp.modified,
      hash,
      url ?? null,
      url === undefined ? null : hostOf(url),
      title,
      document.date ?? null,
      document.lastUpdated ?? null,
      date,
      updated,
      published,
      document.language ?? null,
      language,
      document.mode ?? modeOf(path),
      names,
      written.reduce((sum, { length }) => sum + length, 0),
      passages.length
    )
  }
  return { forget, write }
}
