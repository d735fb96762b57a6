// Follow-up questions, made from headings of the pages found.
// Source: §2.10; Assumed: ours, 1 to 5 of them.
import type { CooperativeTask } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import { cosineSimilarity } from "../vectors/vectorMath.ts"
import type { Passage, Source } from "./passages.ts"
import { headingsOf } from "./passages.ts"
import { looksLikeCode } from "./plainText.ts"
import type { Findings } from "./findings.ts"
import { tokenize } from "../text/tokenize.ts"
import { readTerms } from "./terms.ts"

const maxQuestions = 5

/** A path, a package name or code. */
const pathOrCode = /^[@\w.-]*\/\S+$|[({]$/

/** A heading for use inside a sentence: its first word in lower case, unless it is a name. */
const lowerFirstWord = (heading: string): string =>
  /^\p{Lu}\p{Ll}+(?:\s+[^\p{Lu}]|$)/u.test(heading)
    ? heading.charAt(0).toLowerCase() + heading.slice(1)
    : heading

/** First words of headings that name a task: "Rotate a key". */
const task =
  /^(?:add|allow|back up|build|call|cancel|change|check|choose|configure|connect|create|delete|deploy|embed|find|get|handle|install|limit|log|make|measure|migrate|mount|move|print|publish|put|read|rename|replace|restore|rotate|run|search|see|send|set|set up|start|stay|stop|store|stream|test|trace|turn|update|upload|use|wait|walk|write)\s+(?:\p{Ll}|[A-Z]{2,})/iu

/** First words of headings that make no question after "What about". */
const fragment =
  /^(?:about|after|and|as|at|before|but|by|for|from|if|in|into|no|not|of|on|or|per|since|then|to|under|until|with|without)\b/i

/** A heading as a question: "How do I …?" for a task, else "What about …?"; `undefined` for a fragment. */
const asQuestion = (heading: string): string | undefined => {
  const text = heading.replace(/^(?:\d+(?:\.\d+)*[.)]?|§\S*)\s+/, "").replace(/[\s.:;,]+$/, "")
  if (text.endsWith("?")) return text
  const way = /^how to\s+(.+)$/i.exec(text)?.[1]
  if (way !== undefined) return `How do I ${lowerFirstWord(way)}?`
  if (/^(?:why|how|what|when|where|which|who)\s+.+$/i.test(text)) return `${text}?`
  if (task.test(text)) return `How do I ${lowerFirstWord(text)}?`
  return fragment.test(text) ? undefined : `What about ${lowerFirstWord(text)}?`
}

const contentStems = (text: string): ReadonlyArray<string> =>
  tokenize(text).flatMap(({ content, stem }) => (content ? [stem] : []))

/** A key that is equal for two headings with the same words. */
const keyOf = (heading: string): string => contentStems(heading).toSorted().join(" ")

/** The nearest heading above a passage. */
const headingOf = ({ heading, row }: Passage): string => row?.heading ?? heading.split(": ").at(-1) ?? ""

/** The subject of an answer: stems of the question and of the headings above the cited passages. */
const topicOf = ({ chosen, question }: Findings): ReadonlySet<string> =>
  new Set([
    ...question.terms.map(({ stem }) => stem),
    ...chosen.flatMap(({ passage }) => contentStems(headingOf(passage)))
  ])

/** At most 5 questions, made from headings of the cited pages that share a word with the subject of the answer. */
export const relatedQuestions = function* (
  lexicon: Lexicon,
  findings: Findings,
  cited: ReadonlyArray<Source>
): CooperativeTask<ReadonlyArray<string>> {
  const { chosen, question } = findings
  const own = new Set(question.terms.map(({ stem }) => stem))
  const topic = topicOf(findings)
  // The answer is from these sections.
  const seen = new Set(chosen.map(({ passage }) => keyOf(headingOf(passage))))
  const found: Array<{ readonly text: string; readonly close: number }> = []
  for (const { id, snippet, title } of cited) {
    seen.add(keyOf(title))
    // The last part of "A › B › C" is the most specific heading.
    const headings = (yield* headingsOf(snippet)).map((heading) => heading.split(" › ").at(-1) ?? heading)
    for (const heading of headings) {
      const { terms, vector } = readTerms(lexicon, heading)
      yield 16
      const key = keyOf(heading)
      // A heading without new words leads to the same question.
      if (
        heading === "" ||
        looksLikeCode(heading) ||
        pathOrCode.test(heading) ||
        heading.length > 90 ||
        seen.has(key) ||
        terms.every(({ stem }) => own.has(stem)) ||
        !contentStems(heading).some((stem) => topic.has(stem))
      )
        continue
      seen.add(key)
      const text = asQuestion(heading)
      if (text !== undefined)
        found.push({ text, close: cosineSimilarity(question.vector, vector) - 0.03 * id })
    }
  }
  return found
    .toSorted((a, b) => b.close - a.close || (a.text < b.text ? -1 : 1))
    .slice(0, maxQuestions)
    .map(({ text }) => text)
}
