// Composes an answer from the selected passages, with numbered citations.
import { nothingSaid } from "./conversation/conversationReply.ts"
import type { Findings } from "./findings.ts"
import type { RankedPassage } from "./rankPassages.ts"
import { tableSentence } from "./evidence/tableRows.ts"

/** Ends a sentence with a full stop and puts its citation before it. Source 0, the conversation, is not cited. */
const withCitation = (text: string, source: number): string => {
  const mark = source === 0 ? "" : ` [${source}]`
  const end = /[.!?…。！？]["'”’)\]]*$/.exec(text)
  if (end === null) return `${text.replace(/[\s,;:–—-]+$/, "")}${mark}.`
  return `${text.slice(0, end.index).trimEnd()}${mark}${end[0]}`
}

/** Rows of one table as a sentence, in the order of the table. */
const composeRows = (chosen: ReadonlyArray<RankedPassage>, titleOf: (source: number) => string): string => {
  const [first, ...rest] = chosen
    .toSorted((a, b) => a.passage.order - b.passage.order)
    .flatMap(({ passage }) => passage.row ?? [])
  const source = chosen[0]?.passage.source ?? 0
  return first === undefined ? "" : withCitation(tableSentence([first, ...rest], titleOf(source)), source)
}

/**
 * The answer as text: the sentences page by page, in the order of each page, but the best one first. Rows of a table become
 * one sentence with the heading of the table, else the title of its page. Empty without passages.
 */
export const composeAnswer = (
  chosen: ReadonlyArray<RankedPassage>,
  titleOf: (source: number) => string = () => ""
): string => {
  const [lead] = chosen
  if (lead === undefined) return ""
  if (lead.passage.row !== undefined) return composeRows(chosen, titleOf)
  const sources = [...new Set(chosen.map(({ passage }) => passage.source))]
  return sources
    .map((source) =>
      chosen
        .filter(({ passage }) => passage.source === source)
        .toSorted((a, b) => (a === lead ? -1 : b === lead ? 1 : a.passage.order - b.passage.order))
        .map(({ passage }) => withCitation(passage.text, passage.source))
        .join(" ")
    )
    .join("\n\n")
}

/** The answer as text, or a sentence that says that none was found. */
export const answerText = ({ chosen, pages, reply, searches }: Findings): string => {
  if (reply !== undefined) return reply
  const text = composeAnswer(chosen, (source) => pages[source - 1]?.title ?? "")
  if (searches.length > 0 || pages.length > 0) {
    if (text !== "") return text
    return pages.length === 0
      ? "No page was found for this question."
      : `No answer to this question was found on the ${pages.length === 1 ? "page" : `${pages.length} pages`} that search gave.`
  }
  return text === "" ? nothingSaid : `${text}\n\nThis is taken from the conversation; no sources were used.`
}

/** A citation `[n]` in a text: its position in UTF-16 units, end exclusive. */
export interface Citation {
  readonly start: number
  readonly end: number
  readonly source: number
}

/** The citations of a text whose number is at most `sources`. */
export const findCitations = (text: string, sources: number): ReadonlyArray<Citation> =>
  Array.from(text.matchAll(/\[(\d{1,4})\]/g)).flatMap((match) => {
    const source = Number(match[1])
    return source >= 1 && source <= sources
      ? [{ start: match.index, end: match.index + match[0].length, source }]
      : []
  })
