// Splits the text of a model into its thoughts, in a leading <think> element, and its answer. Works piece by piece.

const opening = "<think>"
const closing = "</think>"

/** Characters before the mark, at most: each further piece looks at them again. */
const longestLead = 1_000

/** A part of the text. */
export interface ThinkingPart {
  readonly type: "text" | "reasoning"
  readonly text: string
}

/** How many characters at the end of a text may begin a mark. */
const heldBack = (text: string, mark: string): number => {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return length
  return 0
}

const part = (type: ThinkingPart["type"], text: string): ReadonlyArray<ThinkingPart> =>
  text === "" ? [] : [{ type, text }]

/** Makes a splitter of one answer. */
export const makeThinkingSplitter = () => {
  let state: "start" | "thinking" | "after" | "answer" = "start"
  let held = ""

  const add = (text: string): ReadonlyArray<ThinkingPart> => {
    if (state === "answer") return part("text", text)
    held += text
    if (state === "start") {
      const begun = held.trimStart()
      if (opening.startsWith(begun) && held.length <= longestLead) {
        if (begun !== opening) return []
      } else if (!begun.startsWith(opening)) {
        state = "answer"
        return flush()
      }
      state = "thinking"
      held = begun.slice(opening.length)
    }
    if (state === "thinking") {
      const end = held.indexOf(closing)
      if (end < 0) {
        const sure = held.length - heldBack(held, closing)
        const thought = held.slice(0, sure)
        held = held.slice(sure)
        return part("reasoning", thought)
      }
      const thought = held.slice(0, end)
      const rest = held.slice(end + closing.length)
      state = "after"
      held = ""
      return [...part("reasoning", thought), ...add(rest)]
    }
    // Blank lines after the thoughts are no part of the answer.
    held = held.trimStart()
    if (held === "") return []
    state = "answer"
    return flush()
  }
  const flush = (): ReadonlyArray<ThinkingPart> => {
    const rest = held
    held = ""
    return part(state === "thinking" ? "reasoning" : "text", rest)
  }
  return { add, flush }
}
