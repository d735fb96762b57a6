// Follow-up questions, made from headings of the pages cited.
// Source: §2.10; Assumed: ours, at most 5 of them.
import type { Findings } from "./research.ts"
import { contentStems } from "./terms.ts"

const maxQuestions = 5
const maxLength = 90

/** A heading for use inside a sentence: its first word in lower case, unless it is a name. */
const lowerFirstWord = (heading: string): string =>
  /^\p{Lu}\p{Ll}+(?:\s+[^\p{Lu}]|$)/u.test(heading)
    ? heading.charAt(0).toLowerCase() + heading.slice(1)
    : heading

/** A heading as a question: "How do I …?" for "How to …", "What about …?" for one that asks nothing. */
const asQuestion = (heading: string): string => {
  const text = heading.replace(/^(?:\d+(?:\.\d+)*[.)]?|§\S*)\s+/, "").replace(/[\s.:;,]+$/, "")
  const way = /^how to\s+(.+)$/i.exec(text)?.[1]
  if (way !== undefined) return `How do I ${lowerFirstWord(way)}?`
  if (text.endsWith("?")) return text
  return /^(?:why|how|what|when|where|which|who)\s/i.test(text)
    ? `${text}?`
    : `What about ${lowerFirstWord(text)}?`
}

/** Questions of the other headings of the cited pages that share a word with the question or the headings of the answer. */
export const relatedQuestions = ({ chosen, pages, question, ranked }: Findings): ReadonlyArray<string> => {
  const headingOf = (entry: (typeof ranked)[number]): string =>
    entry.passage.row?.heading ?? entry.passage.heading.split(": ").at(-1) ?? ""
  const cited = new Set(chosen.map(({ passage }) => passage.source))
  const own = new Set(question.whole.terms.map(({ stem }) => stem))
  const topic = new Set([...own, ...chosen.flatMap((entry) => contentStems(headingOf(entry)))])
  const seen = new Set([...pages.map(({ title }) => title), ...chosen.map(headingOf)])
  const related = ranked.filter(({ passage }) => cited.has(passage.source)).map(headingOf)
  const isRelated = (heading: string): boolean => {
    const stems = contentStems(heading)
    return (
      heading.length <= maxLength &&
      /^[\p{L}\p{N}§][^/{}]*$/u.test(heading) &&
      stems.some((stem) => topic.has(stem)) &&
      stems.some((stem) => !own.has(stem))
    )
  }
  return [...new Set(related)]
    .filter((heading) => !seen.has(heading) && isRelated(heading))
    .slice(0, maxQuestions)
    .map(asQuestion)
}
