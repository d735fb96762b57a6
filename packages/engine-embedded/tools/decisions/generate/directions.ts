// Texts that say one of two opposites, with a question for either: shared by generated training cases and probes.
import type { Draw } from "./random.ts"

/** A word, its opposite, and a statement and a question in which either stands at the place of `_`; two forms by `/`. */
export type Directions = ReadonlyArray<readonly [one: string, other: string, statement: string, ask: string]>

const formsOf = (word: string): readonly [stated: string, asked: string] => {
  const [stated = "", asked = stated] = word.split("/")
  return [stated, asked]
}

/** Draws a text and a yes-or-no question about it. `gold`: the question asks for what the text says. */
export const drawDirection = (
  draw: Draw,
  directions: Directions,
  fillers: ReadonlyArray<string>
): { readonly state: string; readonly ask: string; readonly gold: boolean } => {
  const [one, other, statement, ask] = draw.one(directions)
  const [stated, asked] = [draw.chance(0.5), draw.chance(0.5)]
  const state = draw.one(fillers) + statement.replace("_", formsOf(stated ? one : other)[0])
  return { state, ask: ask.replace("_", formsOf(asked ? one : other)[1]), gold: stated === asked }
}
