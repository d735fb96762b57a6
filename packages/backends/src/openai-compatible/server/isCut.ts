// Detects a prompt that a server cut instead of refusing it, by the tokens that it counted. Pure.
// Assumed: ours.
import * as limits from "./limits.ts"

/** Characters of a text, with runs of one character counted as three: these are few tokens. */
export const charactersOf = (text: string): number => text.replace(/(.)\1{3,}/gsu, "$1$1$1").length

/** Tokens that a text has at least. */
export const leastTokens = (text: string): number =>
  Math.floor(charactersOf(text) / limits.mostCharactersPerToken)

/** Are there fewer tokens than the text can have, or as many as the context holds? */
export const isCut = (
  characters: number,
  tokens: number | undefined,
  contextTokens: number | undefined
): boolean => {
  if (tokens === undefined || tokens === 0) return false
  if (contextTokens !== undefined && tokens >= contextTokens) return true
  return characters > limits.comparedCharacters && characters / tokens > limits.mostCharactersPerToken
}
