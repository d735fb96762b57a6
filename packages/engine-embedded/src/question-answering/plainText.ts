// Lines as prose: without their markup, cut into sentences, told apart from code.
// Work is linear in the length of a line, whatever stands in it.

const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|fig|al|inc|ltd|[a-z])\.$/i

/** The longest address of a link, in characters. */
const addressLength = 2_000

const image = /!\[[^\]]{0,300}\]\(/g
const link = /\[([^[\]]{0,300})\]\(/g

/** Puts what is shown in the place of links: of `opening` the address follows, and ends with the next bracket. */
const replaceLinks = (text: string, opening: RegExp, shown: (name: string) => string): string => {
  let found = ""
  let start = 0
  let close = 0
  opening.lastIndex = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const from = opening.lastIndex
    // Looked for once: many openings may wait for the same bracket.
    if (close < from) close = text.indexOf(")", from)
    if (close < 0) break
    if (close - from > addressLength) opening.lastIndex = match.index + 1
    else {
      found += text.slice(start, match.index) + shown(match[1] ?? "")
      start = close + 1
      opening.lastIndex = start
    }
  }
  opening.lastIndex = 0
  return found + text.slice(start)
}

const withoutLinks = (line: string): string =>
  line.includes("](")
    ? replaceLinks(
        replaceLinks(line, image, () => " "),
        link,
        (name) => name
      )
    : line

/** Takes markup out of a line; marks that look like our citations become plain. */
export const stripMarkup = (line: string): string =>
  withoutLinks(line)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, " ")
    .replace(/\*\*|__|~~/g, "")
    .replace(/(^|\s)[*_](\S(?:[^*_]{0,200}\S)?)[*_](?=[\s.,;:!?)]|$)/g, "$1$2")
    .replace(/\[(\d+)\]/g, "($1)")
    .replace(/\s+/g, " ")
    .trim()

/** Rough work on a sign. */
const perSign = 0.5

/** The longest abbreviation with its stop and what stands before it. */
const abbreviationLength = 8

/**
 * Sentences of a paragraph. A sign closes a sentence when a blank and an opening letter follow it. Numbers among them
 * are work done on signs that close none.
 */
export function* splitSentences(paragraph: string): Generator<string | number, void> {
  let start = 0
  for (const match of paragraph.matchAll(/[.!?]["'”’)\]]*\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘([`*-])|[。！？]/gu)) {
    const end = match.index + match[0].length
    const sentence = paragraph.slice(start, end).trim()
    if (abbreviation.test(sentence.slice(-abbreviationLength))) {
      yield perSign
      continue
    }
    if (sentence !== "") yield sentence
    start = end
  }
  const rest = paragraph.slice(start).trim()
  if (rest !== "") yield rest
}

/** Is it a line of a program rather than of prose? */
export const looksLikeCode = (text: string): boolean => {
  const signs = text.match(/[{}()=<>;$|\\[\]_&]/g)?.length ?? 0
  return (
    (signs > 2 && signs > 0.09 * text.length) ||
    /^(?:import|export|const|let|return|await|yield\*?|\/\/|\/?\*+\/?|@\w+)\s/.test(text.trim())
  )
}
