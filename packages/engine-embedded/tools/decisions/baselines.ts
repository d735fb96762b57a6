// Baselines to compare the engine with: uniform probabilities, and the frequencies of the right answers in other folds.
import type { Ask } from "@leadline/core/decisions"
import type { Case } from "./cases.ts"
import type { Answered } from "./metrics.ts"

/** Number of folds of the majority baseline and of cross-validation by case. */
export const folds = 10

/** The fold of each case, by its position in the file. */
export const foldOf = (cases: ReadonlyArray<Case>): ReadonlyMap<string, number> =>
  new Map(cases.map(({ id }, index) => [id, index % folds]))

const counted = (
  cases: ReadonlyArray<Case>
): ReadonlyArray<{ readonly id: string; readonly ask: Ask; readonly gold: number }> =>
  cases.flatMap(({ id, questions }) =>
    questions.flatMap(({ ask, gold }) => (gold === undefined ? [] : [{ id, ask, gold }]))
  )

/** Uniform probabilities. */
export const uniform = (cases: ReadonlyArray<Case>): ReadonlyArray<Answered> =>
  counted(cases).map(({ ask, gold, id }) => ({
    id,
    type: ask.type,
    p: ask.options.map(() => 1 / ask.options.length),
    gold
  }))

/** A key that is equal for comparable questions: same kind, number of levels and options. */
const groupOf = (ask: Ask): string =>
  ask.type === "noul"
    ? "noul"
    : ask.type === "score"
      ? `score ${ask.options.length}`
      : `choice ${JSON.stringify(ask.options.map(({ name }) => name).toSorted())}`

/** Frequencies of the right answers to comparable questions in the other folds; uniform without such questions. */
export const majority = (cases: ReadonlyArray<Case>): ReadonlyArray<Answered> => {
  const fold = foldOf(cases)
  const all = counted(cases)
  return all.map(({ ask, gold, id }) => {
    const group = groupOf(ask)
    const others = all.filter((other) => fold.get(other.id) !== fold.get(id) && groupOf(other.ask) === group)
    const right = others.map((other) => other.ask.options[other.gold]?.name)
    const p = ask.options.map(({ name }) =>
      right.length === 0
        ? 1 / ask.options.length
        : right.filter((entry) => entry === name).length / right.length
    )
    return { id, type: ask.type, p, gold }
  })
}
