// Rows as a whole: a server acts upon one only if every question of it is acted upon.
import { classesOf } from "@leadline/core/policies"
import { confidenceOf, type FittedQuestion, isActedUpon } from "@leadline/evaluation"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import type { Collected } from "./collect.ts"

const count = (counts: Map<number, number>, id: number) => counts.set(id, (counts.get(id) ?? 0) + 1)

/** The share of rows acted upon as a whole, of those labelled for every question; undefined: there are none. */
export const shareOfWholeRows = (
  { questions }: QuestionsFile,
  collected: Pick<Collected, "questions">,
  fitted: { readonly [name: string]: Pick<FittedQuestion, "thresholds"> }
): number | undefined => {
  const [labelled, acted] = [new Map<number, number>(), new Map<number, number>()]
  const asked = Object.entries(questions)
  for (const [name, question] of asked) {
    const classes = classesOf(question)
    const { ids, rows } = collected.questions[name] ?? { ids: [], rows: [] }
    rows.forEach((row, at) => {
      const id = ids[at] ?? 0
      count(labelled, id)
      const thresholds = fitted[name]?.thresholds ?? []
      if (isActedUpon(thresholds, classes[row.answer] ?? "", confidenceOf(row))) count(acted, id)
    })
  }
  const whole = (counts: Map<number, number>) =>
    [...counts.values()].filter((questionCount) => questionCount === asked.length).length
  return whole(labelled) === 0 ? undefined : whole(acted) / whole(labelled)
}
