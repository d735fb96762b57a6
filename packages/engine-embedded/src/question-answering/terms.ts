// The words of a question: their weights, and which of them an answer must mention.
import { tokenize } from "../text/tokenize.ts"
import { wordSet } from "../text/wordLists.ts"
import type { Lexicon, RelatedWord } from "../vectors/lexicon.ts"

/** A word to look for. */
export interface Term {
  readonly stem: string
  /** The word itself, and words that count as a mention of it. */
  readonly related: ReadonlyArray<RelatedWord>
  readonly weight: number
  /** Is it part of what the question names, such as "family ticket" in "What does a family ticket cost?"? */
  readonly isNamed: boolean
}

/** Words that ask or say how to answer, rather than name a subject. An answer need not have them. */
const askingWords =
  wordSet(`tell explain describe please summarize summarise summary show list find know want need like help question
  answer mean means meaning briefly short detail details example information look using use used work works happen
  happens overview text above following previous message sentence sentences paragraph word words long large big old far
  often fast high deep tall wide heavy hot cold time take takes go come allowed permitted possible available required
  necessary buy`)

/** Weight of such a word, as a share of its weight by rarity. */
const askingShare = 0.2

/** Words before a name: articles, possessives, prepositions of place, and those that ask for one of a kind. */
const namesNext =
  wordSet(`a an the my your our their his her its each every any some no which what many another other of in on at for
  from by with about near per between into without`)

/** The longest text that terms are read from, in characters: it is read without a pause. */
const maxLength = 2_000

/** "Piano" of "Who teaches piano?". */
const whoDoes = /\bwho\s+\p{L}+\s+(\p{L}+)/iu

/** The terms of a text, one for each stem. The words of a URL are none. */
export const readTerms = (lexicon: Lexicon, text: string): ReadonlyArray<Term> => {
  const terms = new Map<string, Term>()
  const read = text.slice(0, maxLength).replaceAll(/\bhttps?:\/\/\S+/g, " ")
  const object = whoDoes.exec(read)?.[1]?.toLowerCase()
  let isName = false
  for (const token of tokenize(read)) {
    if (token.kind !== "number" && !(token.kind === "word" && token.content)) {
      isName = namesNext.has(token.text)
      continue
    }
    const isAsking = askingWords.has(token.text)
    isName = !isAsking && (isName || token.text === object)
    if (terms.has(token.stem)) continue
    // A violin is no piano.
    const related = lexicon.related(token).filter(({ isNear }) => !isName || !isNear)
    const weight = Math.max(1, lexicon.weight(token)) * (isAsking ? askingShare : 1)
    terms.set(token.stem, { stem: token.stem, related, weight, isNamed: isName })
  }
  return [...terms.values()]
}
