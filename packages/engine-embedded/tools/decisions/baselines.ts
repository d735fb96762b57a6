// Answers that need no engine: every option alike, and what was right most often elsewhere.
import type { Ask } from "@leadline/core/decisions"
import type { Case } from "./cases.ts"
import type { Answered } from "./metrics.ts"

/** Folds of the majority row and of cross-validation by case. */
export const folds = 10

/** Which fold each case is in: by place in the file. */
export const foldOf = (cases: ReadonlyArray<Case>): ReadonlyMap<string, number> =>
  new Map(cases.map(({ id }, index) => [id, index % folds]))

const counted = (
  cases: ReadonlyArray<Case>
): ReadonlyArray<{ readonly id: string; readonly ask: Ask; readonly gold: number }> =>
  cases.flatMap(({ id, questions }) =>
    questions.flatMap(({ ask, gold }) => (gold === undefined ? [] : [{ id, ask, gold }]))
  )

/** Every option alike. */
export const uniform = (cases: ReadonlyArray<Case>): ReadonlyArray<Answered> =>
  counted(cases).map(({ ask, gold, id }) => ({
    id,
    type: ask.type,
    p: ask.options.map(() => 1 / ask.options.length),
    gold
  }))

/** What answers have in common: the kind; the number of levels; the set of options. */
const groupOf = (ask: Ask): string =>
  ask.type === "noul"
    ? "noul"
    : ask.type === "score"
      ? `score ${ask.options.length}`
      : `choice ${JSON.stringify(ask.options.map(({ name }) => name).toSorted())}`

/** Shares of the right answers in the other folds; every option alike where the group was not seen there. */
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
