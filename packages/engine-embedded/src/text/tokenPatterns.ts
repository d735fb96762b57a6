// Finds patterns in the tokens of a sentence, joined by single blanks.
import type { Token } from "./tokenize.ts"

/** Where something stands: the index of its first token, and the one after its last. */
export interface TokenSpan {
  readonly at: number
  readonly end: number
}

/** The named groups that a pattern has matched. */
export type Groups = Readonly<Record<string, string | undefined>>

/** A pattern of whole tokens, and what its named groups mean; undefined for nothing. */
export type TokenPattern<A> = readonly [pattern: RegExp, read: (groups: Groups) => A | undefined]

/** A pattern of whole tokens. */
export const tokenPattern = (source: string): RegExp => new RegExp(`(?<!\\S)(?:${source})(?!\\S)`, "g")

/** The text of tokens, joined by single blanks. */
export const textOf = (tokens: ReadonlyArray<Token>): string => tokens.map(({ text }) => text).join(" ")

/** The number of tokens of a text that they were joined to. */
export const lengthOf = (text: string): number => text.split(" ").length

/** The text of so many tokens before one, at most. */
export const textBefore = (tokens: ReadonlyArray<Token>, at: number, count: number): string =>
  textOf(tokens.slice(Math.max(0, at - count), at))

/** The text of so many tokens from one on, at most. */
export const textFrom = (tokens: ReadonlyArray<Token>, at: number, count: number): string =>
  textOf(tokens.slice(at, at + count))

/** What patterns find, in order. Of what overlaps, the first counts, and at the same place the first pattern. */
export const findPatterns = <A>(
  tokens: ReadonlyArray<Token>,
  patterns: ReadonlyArray<TokenPattern<A>>
): ReadonlyArray<A & TokenSpan> => {
  const text = textOf(tokens)
  const found = patterns.flatMap(([pattern, read]) => {
    let [at, start] = [0, 0]
    return Array.from(text.matchAll(pattern)).flatMap((match) => {
      const value = read(match.groups ?? {})
      at += lengthOf(text.slice(start, match.index)) - 1
      start = match.index
      return value === undefined ? [] : [{ ...value, at, end: at + lengthOf(match[0]) }]
    })
  })
  let last = 0
  return found
    .toSorted((left, right) => left.at - right.at)
    .filter(({ at, end }) => {
      const isApart = at >= last
      if (isApart) last = end
      return isApart
    })
}
