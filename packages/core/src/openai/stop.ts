// Ends a text at the first of some sequences, also where it comes in pieces.
import * as Effect from "effect/Effect"
import { yieldFairly } from "../scheduling/yieldFairly.ts"

/** Characters that are searched for one sequence in about a millisecond, where it begins almost everywhere. */
const searchedAtOnce = 65_536

/** The `stop` of a request as sequences. */
export const stopSequences = (stop: string | ReadonlyArray<string> | null | undefined) =>
  (typeof stop === "string" ? [stop] : (stop ?? [])).filter((text) => text !== "")

/** A text that ends at a sequence. */
export interface Stopping {
  /** Takes the next piece, and gives what cannot be the beginning of a sequence any more. Pauses in long texts. */
  readonly push: (piece: string) => Effect.Effect<string>
  /** What was held back, at the end. */
  readonly rest: () => string
}

/** Ends a text before the sequence that is whole first. Without any it is passed on as it comes. */
export const stopAt = (sequences: ReadonlyArray<string>): Stopping => {
  if (sequences.length === 0) return { push: Effect.succeed, rest: () => "" }
  const longest = Math.max(...sequences.map(({ length }) => length))
  const step = Math.ceil(searchedAtOnce / sequences.length)
  let held = ""
  let isOver = false
  let searched = 0
  return {
    push: Effect.fnUntraced(function* (piece) {
      if (isOver) return ""
      const text = held + piece
      let end = Math.max(0, text.length - longest + 1)
      for (let from = 0; from < text.length && !isOver; from += step) {
        const part = text.slice(from, from + step + longest - 1)
        let first = Infinity
        for (const one of sequences) {
          const at = part.indexOf(one)
          if (at < 0 || at + one.length > first) continue
          end = at + one.length < first ? from + at : Math.min(end, from + at)
          first = at + one.length
        }
        isOver = first < Infinity
        searched += part.length
        if (searched < step) continue
        searched = 0
        yield* yieldFairly
      }
      // Half of a character is no text for most readers of the pieces.
      if (!isOver && (text.codePointAt(end - 1) ?? 0) > 0xffff) end--
      held = isOver ? "" : text.slice(end)
      return text.slice(0, end)
    }),
    rest: () => held
  }
}

/** A whole text, up to the sequence that is whole first. */
export const untilStop = (text: string, sequences: ReadonlyArray<string>): Effect.Effect<string> => {
  const { push, rest } = stopAt(sequences)
  return Effect.map(push(text), (pushed) => pushed + rest())
}
