// Ranks pages for a query: FTS5 finds the first fifty by BM25; these are ranked again by their passages, by how few titles
// have a word, and by word vectors where words say little.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { cosine, textVector } from "../vectors/vectorMath.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { queryWords } from "./analyzer.ts"
import type { PageCondition } from "./filters.ts"
import { type IndexDatabase, passagesPerPage, type Row } from "./IndexDatabase.ts"
import * as limits from "./limits.ts"
import { type IndexedPage, type PageRow, toIndexedPage } from "./page.ts"
import { matchPhrase, type Phrase, quote, readPhrases } from "./phrases.ts"
import { type IndexFacts, type QueryWord, readWords } from "./queryWords.ts"
import type { Passage } from "./readers/document.ts"
import { type Candidate, fullScore, scorePage } from "./scorePage.ts"

/** Ranking by shared words alone (`lexical`), or by word vectors as well (`hybrid`). */
export type RankingMode = "hybrid" | "lexical"

/** A page that matches a query, with its matching passages, best first. */
export interface RankedPage {
  readonly page: IndexedPage
  /** Above 0, higher is better. Only comparable within one query. */
  readonly score: number
  readonly passages: ReadonlyArray<Passage & { readonly score: number }>
  /** All passages, in their order on the page. */
  readonly whole: ReadonlyArray<Passage & { readonly score: number }>
}

/** Least cosine similarity that counts. */
const minCosine = 0.3

/** Weight of word vectors when no page has a word of the query. It falls to 0 at the decisive score of the best page. */
const semanticWeight = 0.6
const decisiveScore = 0.5

/** Least score of a page. */
const minScore = 0.03

/** Weights of the columns of `words` where FTS5 chooses the first pages. */
const columnWeights = "5.0, 2.0, 1.0"

/** Pages that FTS5 compares for a query, about. With the words of more pages it would block the event loop. */
const comparedPages = 5_000

/** The pages that have a word of the query. Frequent words do not select pages where rarer ones select enough. */
const matchWords = (query: ReadonlyArray<QueryWord>): string => {
  let compared = 0
  return query
    .toSorted((left, right) => left.pages - right.pages)
    .filter(({ pages }) => {
      const selects = compared === 0 || compared + pages <= comparedPages
      if (selects) compared += pages
      return selects
    })
    .flatMap(({ terms }) => Array.from(terms.keys(), quote))
    .join(" OR ")
}

/** Ids of the best pages for an expression of FTS5. */
const findPages = (
  { run }: IndexDatabase,
  match: string,
  condition: PageCondition,
  most: number
): ReadonlyArray<number> => {
  const { parameters: values, sql } = condition
  const filtered = sql === "" ? "" : `AND EXISTS (SELECT 1 FROM page WHERE page.id = words.rowid AND ${sql})`
  return run(
    `SELECT rowid FROM words WHERE words MATCH ? ${filtered} ORDER BY bm25(words, ${columnWeights}) LIMIT ?`,
    match,
    ...values,
    most
  ).map(({ rowid }) => Number(rowid))
}

const hasPhrases = (
  title: string,
  passages: ReadonlyArray<Passage>,
  phrases: ReadonlyArray<Phrase>
): boolean =>
  phrases.every(
    ({ pattern }) =>
      pattern.test(title) || passages.some(({ heading, text }) => pattern.test(heading) || pattern.test(text))
  )

/** Passages of one page that are read for a query, at most. */
const passagesRead = 2_048

/** Columns of the passages of a page, in their order. */
const readPassages = ({ run }: IndexDatabase, page: number, columns: string): ReadonlyArray<Row> =>
  run(
    `SELECT ${columns} FROM passage WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
    page * passagesPerPage,
    (page + 1) * passagesPerPage - 1,
    passagesRead
  )

/** The words of passages, which score them. */
const readCandidates = (database: IndexDatabase, page: number): ReadonlyArray<Candidate> =>
  readPassages(database, page, "terms, length").map(({ length, terms }) => ({
    terms: String(terms),
    length: Number(length)
  }))

/** How near passages are to the vector of a query, 0 to 1. */
const nearness = (database: IndexDatabase, page: number, asked: Int8Array): ReadonlyArray<number> =>
  readPassages(database, page, "vector").map(({ vector }) => {
    const { buffer, byteLength, byteOffset } = vector as Uint8Array
    return Math.max(
      0,
      (cosine(asked, new Int8Array(buffer, byteOffset, byteLength)) - minCosine) / (1 - minCosine)
    )
  })

const readTexts = (database: IndexDatabase, page: number, own: ReadonlyArray<number>) =>
  readPassages(database, page, "heading, text").map(({ heading, text }, at) => ({
    heading: String(heading),
    text: String(text),
    score: own[at] ?? 0
  }))

/** Ranks the pages of an index for a query: the best `most`, one for each URL. */
export const rank = Effect.fnUntraced(function* (
  database: IndexDatabase,
  facts: IndexFacts,
  wordVectors: WordVectors,
  baseUrl: string,
  request: {
    readonly query: string
    readonly condition: PageCondition
    readonly mode: RankingMode
    readonly most: number
  }
) {
  const { condition, mode, most } = request
  const slicer = makeTimeSlicer()
  const asked = request.query.slice(0, limits.queryCharacters)
  const words = queryWords(asked).slice(0, limits.queryWords)
  const phrases = readPhrases(asked)
  const hybrid = mode === "hybrid"
  const query = readWords(database, facts, words, hybrid ? wordVectors : undefined)
  yield* yieldFairly
  const exact = phrases.map((phrase) => matchPhrase(phrase, facts.languages)).join(" AND ")
  const match = exact !== "" ? exact : matchWords(query)
  const ids = match === "" ? [] : findPages(database, match, condition, limits.candidates)
  yield* yieldFairly
  const pages: Array<{ id: number; row: PageRow; own: ReadonlyArray<number>; score: number }> = []
  for (const id of ids) {
    const [found] = database.run("SELECT * FROM page WHERE id = ?", id)
    if (found === undefined) continue
    const row = found as unknown as PageRow
    const passages = readCandidates(database, id)
    pages.push({ id, row, ...scorePage(facts, query, row, passages) })
    yield* slicer.spend(50 + passages.length * (5 + query.length))
  }
  const full = fullScore(query)
  const scale = full === 0 ? 0 : 1 / full
  const top = pages.reduce((best, { score }) => Math.max(best, score), 0) * scale
  const weight = hybrid ? semanticWeight * Math.max(0, 1 - top / decisiveScore) : 0
  const vector = textVector(wordVectors, new Map(words.map((word) => [word, 1])))
  for (const page of pages) {
    const near = weight === 0 ? [] : nearness(database, page.id, vector).map((one) => weight * one)
    page.own = page.own.map((own, at) => own * scale + (near[at] ?? 0))
    page.score = page.score * scale + Math.max(0, ...near)
    yield* slicer.spend(near.length * 5)
  }
  const least = phrases.length > 0 ? 0 : hybrid ? minScore : Number.MIN_VALUE
  const found = new Map<string, RankedPage>()
  for (const { id, own, row, score } of pages.toSorted((left, right) => right.score - left.score)) {
    if (score < least || found.size >= most) break
    const page = toIndexedPage(row, baseUrl)
    if (found.has(page.url)) continue
    const texts = readTexts(database, id, own)
    yield* slicer.spend(10 + texts.length * 10)
    if (!hasPhrases(row.title, texts, phrases)) continue
    const quoting = texts.filter(({ heading, text }) =>
      phrases.some(({ pattern }) => pattern.test(heading) || pattern.test(text))
    )
    const matching = quoting.length > 0 ? quoting : texts.filter((passage) => passage.score > 0)
    found.set(page.url, {
      page,
      score,
      whole: texts,
      passages: (matching.length > 0 ? matching : texts.slice(0, 1)).toSorted(
        (left, right) => right.score - left.score
      )
    })
  }
  return [...found.values()]
})
