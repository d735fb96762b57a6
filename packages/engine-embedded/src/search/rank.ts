// Ranks pages for a query: FTS5 finds the first fifty by BM25; these are ranked again by BM25 of the page, of its best passage,
// and of its names. Every result has each quoted phrase of the query, word for word.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import type { WordVectors } from "../vectors/wordVectors.ts"
import { allWords, queryWords, termOf, unspaced } from "./analyzer.ts"
import type { PageCondition } from "./filters.ts"
import { type IndexDatabase, passagesPerPage } from "./IndexDatabase.ts"
import * as limits from "./limits.ts"
import { type IndexedPage, type PageRow, toIndexedPage } from "./page.ts"
import { type IndexFacts, type QueryWord, readWords } from "./queryWords.ts"
import type { Passage } from "./readers/document.ts"

/** Ranking by shared words alone (`lexical`), or by words of similar meaning as well (`hybrid`). */
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

/** A quoted phrase: its words, and a pattern that matches it in a text. */
interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly pattern: RegExp
}

const quoted = /"([^"]+)"|[“„]([^“”„]+)[“”]/g

/** A pattern for words in this order, whatever their case and the punctuation between them. */
const patternOf = (words: ReadonlyArray<string>): RegExp => {
  const whole = words.join("[^\\p{L}\\p{M}\\p{N}]+")
  const before = unspaced.test(words[0]?.[0] ?? "") ? "" : "(?<![\\p{L}\\p{M}\\p{N}])"
  const after = unspaced.test(words.at(-1)?.at(-1) ?? "") ? "" : "(?![\\p{L}\\p{M}\\p{N}])"
  return new RegExp(`${before}${whole}${after}`, "iu")
}

/** The phrases in quotation marks. A single quotation mark starts no phrase. */
const readPhrases = (query: string): ReadonlyArray<Phrase> =>
  Array.from(query.matchAll(quoted), ([, straight = "", curved = straight]) => curved)
    .slice(0, limits.queryPhrases)
    .flatMap((text) => {
      const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, limits.queryWords)
      return words.length === 0 ? [] : [{ words: allWords(words.join(" ")), pattern: patternOf(words) }]
    })

/** A term or terms in their order as FTS5 writes them. */
const quote = (terms: string): string => `"${terms}"`

/** The pages that may have a phrase: its stems in this order, in one of the languages. */
const matchPhrase = ({ words }: Phrase, languages: ReadonlyArray<string>): string =>
  `(${languages.map((language) => quote(words.map((word) => termOf(word, language)).join(" "))).join(" OR ")})`

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

/** The best pages for an expression of FTS5. A word in names counts five times, in headings twice. */
const findPages = (
  { run }: IndexDatabase,
  match: string,
  { parameters, sql }: PageCondition
): ReadonlyArray<PageRow> =>
  run(
    `SELECT page.* FROM (
      SELECT words.rowid AS id FROM words ${sql && "CROSS JOIN page ON page.id = words.rowid"}
      WHERE words MATCH ? ${sql && `AND ${sql}`} ORDER BY bm25(words, 5.0, 2.0, 1.0) LIMIT ${limits.candidates}
    ) CROSS JOIN page USING (id)`,
    match,
    ...parameters
  ) as unknown as ReadonlyArray<PageRow>

/** The passages of a page in their order, with their terms, each between spaces. `length` is the number of its own ones. */
const readPassages = ({ run }: IndexDatabase, page: number) =>
  run(
    "SELECT heading, text, terms, length FROM passage WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
    page * passagesPerPage,
    (page + 1) * passagesPerPage - 1,
    limits.pagePassages
  ).map(({ heading, length, terms, text }) => {
    const [headingTerms = "", ownTerms = ""] = String(terms).split("\n")
    return { heading: String(heading), text: String(text), headingTerms, ownTerms, length: Number(length) }
  })

/** The parameters k1 and b of BM25: the saturation of frequent words, and the weight of the length of a text. */
const saturation = 1.2
const lengthShare = 0.75

/** Weight of a word in titles and paths, and how many occurrences a word in a heading counts as. */
const nameWeight = 0.6
const headingWeight = 2

/** How often a term stands among terms, each between spaces. */
const occurrences = (terms: string, term: string): number => {
  let count = 0
  for (let at = terms.indexOf(term); at >= 0; at = terms.indexOf(term, at + 1)) count++
  return count
}

/** The term frequency factor of BM25. `relativeLength` is the length of the text relative to the average. */
const saturate = (times: number, relativeLength: number): number =>
  (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + lengthShare * relativeLength))

/** Scores a page and its passages by words. */
const scorePage = (
  facts: IndexFacts,
  query: ReadonlyArray<QueryWord>,
  page: PageRow,
  passages: ReturnType<typeof readPassages>
) => {
  const own = passages.map(() => 0)
  let [score, named] = [0, 0]
  for (const { nameRarity, rarity, terms } of query)
    for (const [bare, share] of terms) {
      const term = ` ${bare} `
      const inNames = Math.min(2, occurrences(page.names, term))
      let times = inNames
      for (const [at, { headingTerms, length, ownTerms }] of passages.entries()) {
        const above = occurrences(headingTerms, term)
        const inside = occurrences(ownTerms, term)
        if (above + inside === 0) continue
        times += inside + headingWeight * Math.min(above, 1)
        const weighted = saturate(inside + headingWeight * above, length / facts.averagePassage)
        own[at] = (own[at] ?? 0) + share * rarity * weighted
      }
      score += share * rarity * saturate(times, page.length / facts.averagePage)
      named += share * rarity * saturate(inNames, 1)
      if (inNames > 0) score += nameWeight * share * nameRarity
    }
  return { own, score: score + Math.max(named, ...own) }
}

const quotes = ({ heading, text }: Passage, { pattern }: Phrase): boolean =>
  pattern.test(heading) || pattern.test(text)

/** The first page of each URL. */
export const eachUrlOnce = (pages: ReadonlyArray<RankedPage>): ReadonlyArray<RankedPage> =>
  [...Map.groupBy(pages, ({ page }) => page.url).values()].flatMap((same) => same.slice(0, 1))

/** Ranks the pages of an index for a query, best first: one for each URL. */
export const rank = Effect.fnUntraced(function* (
  database: IndexDatabase,
  facts: IndexFacts,
  wordVectors: WordVectors,
  baseUrl: string,
  request: {
    readonly query: string
    /** Made with each look at the pages: they may change in between. */
    readonly condition: () => PageCondition
    readonly mode: RankingMode
  }
) {
  const { condition, mode } = request
  const slicer = makeTimeSlicer()
  const asked = request.query.slice(0, limits.queryCharacters).normalize()
  const words = queryWords(asked).slice(0, limits.queryWords)
  const phrases = readPhrases(asked)
  const query = readWords(database, facts, words, mode === "hybrid" ? wordVectors : undefined)
  yield* yieldFairly
  const exact = phrases.map((phrase) => matchPhrase(phrase, facts.languages)).join(" AND ")
  const match = exact || matchWords(query)
  const rows = match === "" ? [] : findPages(database, match, condition())
  yield* yieldFairly
  const found: Array<RankedPage> = []
  for (const row of rows) {
    const passages = readPassages(database, row.id)
    const { own, score } = scorePage(facts, query, row, passages)
    yield* slicer.spend(60 + passages.length * (15 + query.length))
    const isQuoted = (phrase: Phrase) =>
      phrase.pattern.test(row.title) || passages.some((passage) => quotes(passage, phrase))
    if (!phrases.every(isQuoted)) continue
    const whole = passages.map(({ heading, text }, at) => ({ heading, text, score: own[at] ?? 0 }))
    const quoting = whole.filter((passage) => phrases.some((phrase) => quotes(passage, phrase)))
    const matching = quoting.length > 0 ? quoting : whole.filter((passage) => passage.score > 0)
    const chosen = matching.length > 0 ? matching : whole.slice(0, 1)
    found.push({
      page: toIndexedPage(row, baseUrl),
      score,
      whole,
      passages: chosen.toSorted((left, right) => right.score - left.score)
    })
  }
  return eachUrlOnce(found.toSorted((left, right) => right.score - left.score))
})
