// What search is asked: the question, its parts, and then what is still open.
import type { Lexicon } from "../lexicon.ts"
import { similarity } from "../lexicon.ts"
import type { Page, Searched } from "./answer.ts"
import { headingsOf } from "./passages.ts"
import type { Question } from "./question.ts"
import { termsOf, vectorOf } from "./question.ts"
import type { Ranked } from "./rank.ts"

/** The whole question first; then each of its sentences, when it has several. */
export const openingQueries = ({ query, text }: Question): ReadonlyArray<string> => {
  const parts = text.split(/(?<=\?)\s+/).filter((part) => part !== "")
  return parts.length > 1 ? [...new Set([query, ...parts])] : [query]
}

const depth = 8

/** Words of the question that the best passages leave out; after that, a heading near the question. */
export const nextQuery = (
  lexicon: Lexicon,
  question: Question,
  ranked: ReadonlyArray<Ranked>,
  pages: ReadonlyArray<Page>,
  searches: ReadonlyArray<Searched>
): string | undefined => {
  const asked = new Set(searches.map(({ query }) => query))
  const held = new Set(
    ranked.slice(0, depth).flatMap(({ passage }) => passage.tokens.map(({ stem }) => stem))
  )
  const missing = question.terms.filter(({ variants }) => !variants.some(({ stem }) => held.has(stem)))
  const open = question.query
    .split(/\s+/)
    .filter((word) => termsOf(lexicon, word).some(({ stem }) => missing.some((term) => term.stem === stem)))
    .join(" ")
  if (open !== "" && missing.length < question.terms.length && !asked.has(open)) return open
  const headings = pages
    .flatMap(({ snippet, title }) => [
      ...headingsOf(snippet).map((heading) => heading.replaceAll(" › ", " ")),
      title
    ])
    .filter((heading) => heading.length <= 90 && !asked.has(heading) && termsOf(lexicon, heading).length > 0)
    .map((heading) => ({ heading, close: similarity(question.vector, vectorOf(lexicon, heading)) }))
    .toSorted((a, b) => b.close - a.close || (a.heading < b.heading ? -1 : 1))
  return headings[0]?.heading
}
