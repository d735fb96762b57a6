// Labels of rows: columns named like the questions, or `expected`.
import type { Question } from "@leadline/core/decisions"
import { classesOf } from "@leadline/core/policies"
import { labelNames } from "@leadline/core/reviews"
import { StartupError } from "../StartupError.ts"
import type { QuestionsFile } from "./questionsFile.ts"
import { textOf } from "./request.ts"
import { type Row, rowError, shortened } from "./rowsFile.ts"

const words: { readonly [word: string]: number } = { no: 0, false: 0, "0": 0, yes: 1, true: 1, "1": 1 }

/** The class of a label; undefined: it is none. */
const classOf = (question: Question, text: string): number | undefined => {
  if (question.type === "noul") {
    const word = text.toLowerCase()
    return Object.hasOwn(words, word) ? words[word] : undefined
  }
  const found = classesOf(question).indexOf(text)
  return found === -1 ? undefined : found
}

const shown = (question: Question) =>
  question.type === "noul"
    ? "yes or no"
    : question.type === "score"
      ? `0 to ${question.criteria.length - 1}: levels count from 0`
      : labelNames(question)

/** The column with the chance that such a row is among these. */
export const inclusionColumn = "inclusion_probability"

/** What a row counts: one over its chance to be among these; undefined: all rows count alike. */
export const weightOf = (file: string, row: Row): number | undefined => {
  const text = textOf(row.cells[inclusionColumn]).trim()
  if (text === "") return undefined
  const chance = Number(text)
  if (chance > 0 && chance <= 1) return 1 / chance
  throw rowError(file, row, `the column ${inclusionColumn} has no number above 0 and at most 1`)
}

/** The label of each question, by name. */
export type Labels = { readonly [question: string]: number }

/** Reads the labels of a row; an empty one is left out. */
export type ReadLabels = (row: Row) => Labels

const common = ["expected", "__expected"]

/** The label of a question in a row. `expected` is for the only question, or an object by question. */
const labelOf = (cells: Row["cells"], name: string, isOnly: boolean): unknown => {
  if (Object.hasOwn(cells, name)) return cells[name]
  const found = common.map((column) => cells[column]).find((value) => value !== undefined)
  if (typeof found === "object" && found !== null) {
    return Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined
  }
  return isOnly ? found : undefined
}

/** The labels of a file's rows. A label that is no answer to its question is refused with its line. */
export const readLabels = (file: string, { id, group, questions, state }: QuestionsFile): ReadLabels => {
  const names = Object.keys(questions)
  const used = [...(typeof state === "string" ? [state] : state), id, group]
  const shared = names.find((name) => used.includes(name))
  if (shared !== undefined) {
    throw new StartupError({
      message: `${file}: the column ${JSON.stringify(shared)} is that of a label, and state, id or group as well`
    })
  }
  return (row) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const question = questions[name]
        const text = textOf(labelOf(row.cells, name, names.length === 1)).trim()
        if (question === undefined || text === "") return []
        const found = classOf(question, text)
        if (found === undefined) {
          const label = JSON.stringify(shortened(text))
          throw rowError(
            file,
            row,
            `the label ${label} of ${JSON.stringify(name)} is none of ${shown(question)}`
          )
        }
        return [[name, found]]
      })
    )
}
