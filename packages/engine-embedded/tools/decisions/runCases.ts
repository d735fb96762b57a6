// Asks the engine all questions of all cases and measures the time.
import type { Ask, Weigher } from "@leadline/core/decisions"
import { probabilities } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type { Case } from "./cases.ts"
import type { Answered } from "./metrics.ts"
import type { Progress } from "./progress.ts"

/** The results of a run. */
export interface Run {
  readonly answers: ReadonlyArray<Answered>
  /** Choice questions asked twice, and how many changed their winner when the options were reversed. */
  readonly reversed: number
  readonly flipped: number
  /** Milliseconds and input tokens of each case. */
  readonly latencies: ReadonlyArray<number>
  readonly tokens: ReadonlyArray<number>
}

const ask = async (
  weigher: Weigher,
  state: Case["state"],
  asks: ReadonlyArray<Ask>
): Promise<ReadonlyArray<ReadonlyArray<number>>> => {
  const open = asks.filter(({ options }) => options.length > 1)
  const { temperatures, weights } = await Effect.runPromise(weigher.weigh(state, open))
  return asks.map(({ options }) => {
    const at = open.findIndex((entry) => entry.options === options)
    return at < 0 ? [1] : (probabilities(weights[at] ?? [], temperatures?.[at]) ?? [])
  })
}

const winner = ({ options }: Ask, p: ReadonlyArray<number>): string | undefined =>
  options[p.indexOf(Math.max(...p))]?.name

/** Runs all cases in sequence, after one run of the first case to warm up. */
export const answer = async (
  weigher: Weigher,
  cases: ReadonlyArray<Case>,
  progress: Progress
): Promise<Run> => {
  const answers: Array<Answered> = []
  const latencies: Array<number> = []
  const tokens: Array<number> = []
  let reversed = 0
  let flipped = 0
  for (const warm of cases.slice(0, 20))
    await ask(
      weigher,
      warm.state,
      warm.questions.map((question) => question.ask)
    )
  for (const { id, questions, state } of cases) {
    const asks = questions.map((question) => question.ask)
    const start = performance.now()
    const all = await ask(weigher, state, asks)
    latencies.push(performance.now() - start)
    tokens.push(await Effect.runPromise(weigher.countTokens(state, asks)))
    for (const [index, { ask: asked, gold }] of questions.entries()) {
      if (gold !== undefined) answers.push({ id, type: asked.type, p: all[index] ?? [], gold })
    }
    const choices = asks.flatMap((entry, index) =>
      entry.type === "choice" && entry.options.length > 1 ? [{ entry, p: all[index] ?? [] }] : []
    )
    const turned = choices.map(({ entry }) => ({ ...entry, options: entry.options.toReversed() }))
    const again = await ask(weigher, state, turned)
    for (const [index, { entry, p }] of choices.entries()) {
      const other = turned[index]
      reversed++
      if (other !== undefined && winner(entry, p) !== winner(other, again[index] ?? [])) flipped++
    }
    progress.step()
  }
  progress.end()
  return { answers, reversed, flipped, latencies, tokens }
}
