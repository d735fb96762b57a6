// The budget of a run: tool calls, addresses and characters that are left of its limits, and memory for these.
// Source: §4.7; Assumed: ours.
import { runLimits } from "@leadline/core/responses"
import type { ToolOutcome, ToolWork } from "./tools.ts"

/** Messages to the model in place of a result. */
const overLimit = (limit: number, of: string): string =>
  `Not done: the limit of ${limit} ${of} is reached. Answer with what you have.`

const tooLong = overLimit(runLimits.characters, "characters of tool results in one run")

const noMemory = "Not done: the server holds too much already. Answer with what you have."

/** Bytes of a character that a run keeps: in its messages, in its output, and as both are sent. */
const bytesPerCharacter = 4

/** Makes the budget of one run. `takeMemory` takes so many bytes for it in all; false: there are not so many. */
export const makeBudget = (takeMemory: (bytes: number) => boolean = () => true) => {
  let addresses: number = runLimits.addresses
  let calls: number = runLimits.calls
  let characters: number = runLimits.characters

  let hasMemory = true

  /** Takes so many characters; false where fewer are left, or no memory for them. */
  const spend = (length: number): boolean => {
    characters -= length
    if (characters < 0) return false
    hasMemory &&= takeMemory((runLimits.characters - characters) * bytesPerCharacter)
    return hasMemory
  }
  const notKept = (): string => (hasMemory ? tooLong : noMemory)
  return {
    spend,
    /** Is the model offered tools again? */
    mayCallTools: (): boolean => calls > 0 && characters > 0 && hasMemory,
    /** The work of one call of an answer, or of its part that is within the limits. */
    admit: (work: ToolWork, at: number): ToolWork => {
      const refuse = (reason: string): ToolWork => ({ kind: "none", call: work.call, reason })
      if (at >= runLimits.callsPerAnswer)
        return refuse(overLimit(runLimits.callsPerAnswer, "tool calls in one answer"))
      if (calls === 0) return refuse(overLimit(runLimits.calls, "tool calls in one run"))
      calls--
      if (work.kind !== "fetch") return work
      const urls = work.urls.slice(0, addresses)
      const reason = overLimit(runLimits.addresses, "addresses in one run")
      addresses -= urls.length
      if (urls.length === 0) return refuse(reason)
      return urls.length === work.urls.length ? work : { ...work, urls, note: reason }
    },
    /** The part of an outcome that is kept. */
    keep: (outcome: ToolOutcome): ToolOutcome => {
      if (outcome.kind === "fetch")
        return spend(outcome.text.length) ? outcome : { ...outcome, text: notKept(), contents: [] }
      if (outcome.kind === "none") return outcome
      const results = outcome.results.filter(({ snippet, title, url }) =>
        spend(snippet.length + title.length + url.length)
      )
      return results.length === outcome.results.length ? outcome : { ...outcome, results, note: notKept() }
    }
  }
}
