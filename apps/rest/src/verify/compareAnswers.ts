// Compares answers to the same question: repeated, reordered, alone, reversed, and put the other way round.
import type { Recorder } from "./Check.ts"
import type { Answered, Numbers } from "./checkAnswers.ts"

/** Less is noise of batches and caches, which servers of models have. */
const noise = 0.05

const exact = 1e-9

/** Of the same question: its probabilities by name. */
const distance = (left: Numbers, right: Numbers): number =>
  Math.max(
    ...left.names.map((name, at) => {
      const other = right.names.indexOf(name)
      return Math.abs((left.p[at] ?? 0) - (right.p[other] ?? 0))
    })
  )

const winner = ({ names, p }: Numbers): string | undefined => names[p.indexOf(Math.max(...p))]

/** Compares the answers to requests, by their ids. */
export const compareAnswers = (seen: Recorder, answered: ReadonlyMap<string, Answered>): void => {
  /** Two answers to one question. */
  const pair = (left: readonly [string, string], right: readonly [string, string]) => {
    const one = answered.get(left[0])?.get(left[1])
    const other = answered.get(right[0])?.get(right[1])
    return one === undefined || other === undefined ? undefined : ([one, other] as const)
  }

  const same = (
    id: "questions.repeat" | "questions.order" | "questions.company",
    other: string,
    name: string
  ) => {
    const found = pair(["base", name], [other, name])
    if (found === undefined) return seen.skip(id, `no answer to ${other}`)
    const off = distance(...found)
    seen.expect(id, off <= exact, `${name}: ${off.toFixed(4)} apart`, off <= noise)
  }

  for (const name of ["refund", "team", "mood"]) {
    same("questions.repeat", "again", name)
    same("questions.order", "reordered", name)
    same("questions.company", `alone ${name}`, name)
  }
  const reversed = pair(["base", "team"], ["options reversed", "team"])
  if (reversed !== undefined) {
    const [one, other] = reversed
    const off = distance(one, other)
    seen.expect(
      "options.order",
      winner(one) === winner(other),
      `${winner(one)} becomes ${winner(other)}, ${off.toFixed(4)} apart`
    )
  }
  const forms = pair(["base", "team"], ["object", "team"])
  if (forms !== undefined) {
    const [one, other] = forms
    seen.expect(
      "coherence.form",
      winner(one) === winner(other),
      `${winner(one)} as text, ${winner(other)} as an object`
    )
  }
  const measure = (id: "coherence.negation" | "coherence.criteria", found: ReturnType<typeof pair>) => {
    if (found === undefined) return seen.skip(id, "no answers")
    const sum = (found[0].p[0] ?? 0) + (found[1].p[0] ?? 0)
    seen.expect(id, Math.abs(sum - 1) <= noise, `they add up to ${sum.toFixed(3)}`)
  }
  measure("coherence.negation", pair(["negation", "refund"], ["negation", "no refund"]))
  measure("coherence.criteria", pair(["criteria", "a"], ["criteria exchanged", "a"]))
  const levels = pair(["base", "mood"], ["levels reversed", "mood"])
  if (levels !== undefined) {
    const [one, other] = levels.map(({ p }) => p.reduce((sum, share, level) => sum + share * level, 0))
    const off = Math.abs((one ?? 0) + (other ?? 0) - 2)
    seen.expect(
      "coherence.levels",
      off <= 2 * noise,
      `the scores add up to ${((one ?? 0) + (other ?? 0)).toFixed(3)}, not 2`
    )
  }
}
