// Quoted phrases of a query: every result has each of them, word for word.
import { queryWords, termOf, unspaced } from "./analyzer.ts"
import * as limits from "./limits.ts"
import { readEntry } from "./segments/segment.ts"
import type { LiveSegment } from "./segments/segmentWithDeletions.ts"

/** A quoted phrase: its words that are in the index, and a pattern that matches it in a text. */
export interface Phrase {
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
export const readPhrases = (query: string): ReadonlyArray<Phrase> =>
  Array.from(query.matchAll(quoted), ([, straight = "", curved = straight]) => curved)
    .slice(0, limits.queryPhrases)
    .flatMap((text) => {
      const words = (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, limits.queryWords)
      const indexed = Array.from(queryWords(words.join(" ")))
      // In scripts without spaces the index has pairs of characters, no single ones.
      const sure = indexed.filter((word) => word.length > 1 || !unspaced.test(word))
      return words.length === 0 ? [] : [{ words: sure, pattern: patternOf(words) }]
    })

/** The pages of a segment that have all words of the phrases. */
export const pagesWithWords = (
  { pageOf, pages, segment }: LiveSegment,
  phrases: ReadonlyArray<Phrase>,
  languages: ReadonlyArray<string>
): Uint8Array => {
  const words = Array.from(new Set(phrases.flatMap((phrase) => phrase.words))).slice(0, limits.queryWords)
  const held = new Uint8Array(pages.length)
  for (const [index, word] of words.entries())
    for (const language of languages) {
      const id = segment.terms.get(termOf(word, language)) ?? -1
      for (let at = segment.offsets[id] ?? 0; at < (segment.offsets[id + 1] ?? 0); at++) {
        const page = pageOf[(segment.postings[at] ?? 0) >>> 8] ?? 0
        if (held[page] === index) held[page] = index + 1
      }
    }
  return held.map((count) => (count === words.length ? 1 : 0))
}

/** Does a heading or a text have a phrase? */
export const hasPhrase = (texts: ReadonlyArray<string>, { pattern }: Phrase): boolean =>
  texts.some((text) => pattern.test(text))

/** Does a page have all phrases, each in its title, or in a heading or text of it? */
export const pageHasPhrases = (
  { pages, segment }: LiveSegment,
  page: number,
  phrases: ReadonlyArray<Phrase>
): boolean => {
  const texts = [pages[page]?.title ?? ""]
  for (
    let entry = (segment.firstEntry[page] ?? 0) + 1;
    entry < (segment.firstEntry[page + 1] ?? 0);
    entry++
  ) {
    const { heading, text } = readEntry(segment, entry)
    texts.push(heading, text)
  }
  return phrases.every((phrase) => hasPhrase(texts, phrase))
}
