// The search queries for a question: the question itself, its parts, then follow-up queries for what is still missing.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { CompletedSearch, SourcePage } from "./findings.ts"
import { headingsOf } from "./passages.ts"
import type { Question } from "./question.ts"
import type { RankedPassage } from "./rankPassages.ts"
import { readTerms } from "./terms.ts"

/** Splits a text after each question mark. */
function* splitQuestions(text: string): Generator<string, void> {
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\?\s+/g)) {
    yield text.slice(start, index + 1)
    start = index + end.length
  }
  if (start < text.length) yield text.slice(start)
}

/** At most `most` queries: the whole question, then each part if it has several. */
export const initialQueries = ({ query, text }: Question, most: number): ReadonlyArray<string> => {
  const queries = new Set([query])
  let count = 0
  for (const part of splitQuestions(text)) {
    queries.add(part)
    if (++count > 1 && queries.size >= most) break
  }
  return count > 1 ? [...queries].slice(0, most) : [query]
}

/** Best passages that are examined for missing words. */
const depth = 8

/** The longest heading that is used as a query, in characters. */
const maxHeadingLength = 90

/** The next query: the words of the question that the best passages lack, else the heading most similar to the question. */
export const followUpQuery = function* (
  lexicon: Lexicon,
  question: Question,
  ranked: ReadonlyArray<RankedPassage>,
  pages: ReadonlyArray<SourcePage>,
  searches: ReadonlyArray<CompletedSearch>
): CooperativeTask<string | undefined> {
  const asked = new Set(searches.map(({ query }) => query))
  const held = new Set(
    ranked.slice(0, depth).flatMap(({ passage }) => passage.tokens.map(({ stem }) => stem))
  )
  const missing = new Set<string>()
  for (const { stem, related } of question.terms) {
    if (!related.some((word) => held.has(word.stem))) missing.add(stem)
    yield 0.5
  }
  const open = question.query
    .split(/\s+/)
    .filter((word) => readTerms(lexicon, word).terms.some(({ stem }) => missing.has(stem)))
    .join(" ")
  if (open !== "" && missing.size < question.terms.length && !asked.has(open)) return open
  let best: { readonly heading: string; readonly close: number } | undefined
  for (const { snippet, title } of pages) {
    const headings = yield* headingsOf(snippet)
    for (const heading of [...headings.map((found) => found.replaceAll(" › ", " ")), title]) {
      if (heading.length > maxHeadingLength || asked.has(heading)) continue
      const { terms, vector } = readTerms(lexicon, heading)
      yield 16
      if (terms.length === 0) continue
      const close = cosineSimilarity(question.vector, vector)
      const isBetter =
        best === undefined || close > best.close || (close === best.close && heading < best.heading)
      if (isBetter) best = { heading, close }
    }
  }
  return best?.heading
}
