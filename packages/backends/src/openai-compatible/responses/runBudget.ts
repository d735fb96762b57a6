// The budget of a run: tool calls, addresses and characters that are left of its limits.
// Source: §4.7; Assumed: ours.
import { runLimits } from "@leadline/core/responses"
import type { ToolOutcome, ToolWork } from "./tools.ts"

/** Messages to the model in place of a result. */
const overLimit = (limit: number, of: string): string =>
  `Not done: the limit of ${limit} ${of} is reached. Answer with what you have.`

const tooLong = overLimit(runLimits.characters, "characters of tool results in one run")

/** Makes the budget of one run. */
export const makeBudget = () => {
  let addresses: number = runLimits.addresses
  let calls: number = runLimits.calls
  let characters: number = runLimits.characters

  /** Takes so many characters; false where fewer are left. */
  const spend = (length: number): boolean => {
    characters -= length
    return characters >= 0
  }
  return {
    spend,
    /** Is the model offered tools again? */
    mayCallTools: (): boolean => calls > 0 && characters > 0,
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
        return spend(outcome.text.length) ? outcome : { ...outcome, text: tooLong, contents: [] }
      if (outcome.kind === "none") return outcome
      const results = outcome.results.filter(({ snippet, title, url }) =>
        spend(snippet.length + title.length + url.length)
      )
      return results.length === outcome.results.length ? outcome : { ...outcome, results, note: tooLong }
    }
  }
}
