// Holds the text of a step back while it may still be a remark before tool calls, and cleans its citations.
// Assumed: ours.
import { makeCitationFilter } from "../answering/citations.ts"

/** A text of so many characters is an answer, and is sent on as it arrives. */
const longestRemark = 240

/** Options of a gate. */
export interface WithholdOptions {
  /** The model may call tools after the text. */
  readonly mayCallTools: boolean
  /** Sources that may be cited; undefined: the text is left as it is. */
  readonly sources: (() => number) | undefined
}

/** Makes the gate of one step. */
export const makeTextWithholder = ({ mayCallTools, sources }: WithholdOptions) => {
  const filter = sources === undefined ? undefined : makeCitationFilter(sources)
  let held = ""
  let isOpen = !mayCallTools
  const pass = (text: string): string => filter?.add(text) ?? text
  return {
    add: (text: string): string => {
      if (isOpen) return pass(text)
      held += text
      if (held.length <= longestRemark) return ""
      isOpen = true
      return pass(held)
    },
    /** The text that is still held back, for an answer. */
    finish: (): string => {
      const rest = isOpen ? "" : pass(held)
      isOpen = true
      return rest + (filter?.flush() ?? "")
    },
    /** The text before tool calls; undefined when it was sent on. */
    remark: (): string | undefined => (isOpen && mayCallTools ? undefined : held.trim())
  }
}
