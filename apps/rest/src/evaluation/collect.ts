// Answers of a source on labelled rows, question by question.
import type { ApiError } from "@leadline/core/errors"
import { type Answering, classesOf, moreDecimals, toProbabilities } from "@leadline/core/policies"
import { confidenceOf, type LabelledRow } from "@leadline/evaluation"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { type Labels, readLabels, weightOf } from "../rows/labels.ts"
import { columnsOf, type QuestionsFile } from "../rows/questionsFile.ts"
import { decideAndName, idOf, stateOf, textOf } from "../rows/request.ts"
import { type Row, readRows, twiceError } from "../rows/rowsFile.ts"
import type { Source } from "../rows/source.ts"
import { StartupError } from "../StartupError.ts"

/** A row that no answer came for. */
export interface Failure {
  readonly id: string
  readonly message: string
}

/** A row whose answer is not its label. */
export interface WrongAnswer {
  readonly id: string
  /** Counted from 1. */
  readonly row: number
  /** The beginning of its text, or of its columns as JSON. */
  readonly state: string
  readonly label: string
  readonly answer: string
  /** Of the answer. */
  readonly probability: number
}

/** Answered rows of a question; `ids` are in the same order. */
export interface Answered {
  readonly rows: Array<LabelledRow>
  readonly ids: Array<number>
  /** Those of the highest probability. */
  readonly wrong: Array<WrongAnswer>
}

/** What a source answered on the rows of a file. */
export interface Collected {
  readonly source: string
  readonly rows: number
  readonly failures: ReadonlyArray<Failure>
  /** All are reviews of rows that a policy did not act upon, and so no sample of all rows. */
  readonly isReviewQueue: boolean
  /** The models that answered, and the decimals of their probabilities. */
  readonly answering: Answering
  readonly questions: { readonly [name: string]: Answered }
}

interface LabelledFileRow {
  readonly row: Row
  readonly labels: Labels
  readonly weight: number | undefined
}

/** Failures that a report lists, and wrong answers to a question. */
const listed = { failures: 10, wrong: 20 }

/** Characters of a state that a report shows. */
const shownLength = 60

const beginningOf = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text

/** Keeps the wrong answers of the highest probability. */
const keepSurest = (wrong: Array<WrongAnswer>): void => {
  wrong.sort((a, b) => b.probability - a.probability || a.row - b.row)
  wrong.splice(listed.wrong)
}

async function* labelled(path: string, file: QuestionsFile): AsyncGenerator<LabelledFileRow> {
  const read = readLabels(path, file)
  for await (const row of readRows(path, columnsOf(file))) {
    const labels = read(row)
    if (Object.keys(labels).length > 0) yield { row, labels, weight: weightOf(path, row) }
  }
}

/** Labelled rows; fails at the second of two with one id. */
async function* distinct(path: string, file: QuestionsFile): AsyncGenerator<LabelledFileRow> {
  const ids = new Set<string>()
  for await (const one of labelled(path, file)) {
    const id = idOf(file, one.row)
    if (ids.has(id)) throw twiceError(path, one.row, id)
    ids.add(id)
    yield one
  }
}

/** Rows of a file, with StartupErrors as failures. */
export const streamOf = <A>(rows: () => AsyncIterable<A>): Stream.Stream<A, StartupError> =>
  Stream.suspend(() =>
    Stream.fromAsyncIterable(rows(), (error) =>
      error instanceof StartupError ? error : new StartupError({ message: String(error) })
    )
  )

/** Rows that a source is tried with. */
const triedRows = 3

/**
 * Reads a whole file, so that a bad row is refused before anything is asked. Gives its first rows and the questions
 * without a label.
 */
export const checkRows = Effect.fnUntraced(function* (path: string, file: QuestionsFile) {
  const names = Object.keys(file.questions)
  const unlabelled = new Set(names)
  const first: Array<Row> = []
  yield* Stream.runForEach(
    streamOf(() => distinct(path, file)),
    ({ labels, row }) =>
      Effect.sync(() => {
        Object.keys(labels).forEach((name) => unlabelled.delete(name))
        if (first.length < triedRows) first.push(row)
      })
  )
  if (unlabelled.size === names.length) {
    const someRow = yield* Stream.runHead(streamOf(() => readRows(path, columnsOf(file))))
    if (Option.isNone(someRow)) return yield* new StartupError({ message: `${path}: has no rows` })
    return yield* new StartupError({
      message: `${path}: no row has a label: expected ${names.length === 1 ? "a column expected, or" : "columns"} named ${names.join(", ")}`
    })
  }
  return { first, unlabelled: [...unlabelled] }
})

/** Asks a source about every labelled row of a file that {@link checkRows} has read. */
export const collect = Effect.fnUntraced(function* (
  path: string,
  file: QuestionsFile,
  source: Source,
  concurrency: number
) {
  const questions = Object.fromEntries(
    Object.keys(file.questions).map((name): [string, Answered] => [name, { rows: [], ids: [], wrong: [] }])
  )
  const failures: Array<Failure> = []
  let [rows, failed, acted] = [0, 0, 0]
  const models = new Set<string>()
  let decimals: number | null = 0
  const answer = ({ labels, row, weight }: LabelledFileRow) =>
    Effect.match(decideAndName(file, row, source), {
      onFailure: (error: ApiError) => {
        rows++
        failed++
        if (failures.length < listed.failures) failures.push({ id: idOf(file, row), message: error.message })
      },
      onSuccess: ({ answering, response: { answers } }) => {
        rows++
        if (weight === undefined || row.cells["action"] !== "review") acted++
        if (answering.model !== undefined) models.add(answering.model)
        decimals = moreDecimals(decimals, answering.decimals)
        const group = file.group === undefined ? {} : { group: textOf(row.cells[file.group]) }
        for (const [name, label] of Object.entries(labels)) {
          const [question, given, into] = [file.questions[name], answers[name], questions[name]]
          if (question === undefined || given === undefined || into === undefined) continue
          const answered = {
            ...toProbabilities(question, given),
            label,
            ...group,
            ...(weight !== undefined && { weight })
          }
          into.rows.push(answered)
          into.ids.push(row.number)
          if (answered.answer === label) continue
          const classes = classesOf(question)
          into.wrong.push({
            id: idOf(file, row),
            row: row.number,
            state: beginningOf(textOf(stateOf(file, row))),
            label: classes[label] ?? "",
            answer: classes[answered.answer] ?? "",
            probability: confidenceOf(answered)
          })
          if (into.wrong.length > 2 * listed.wrong) keepSurest(into.wrong)
        }
      }
    })
  yield* streamOf(() => labelled(path, file)).pipe(
    Stream.mapEffect(answer, { concurrency, unordered: true }),
    Stream.runDrain,
    Effect.provide(source.layer)
  )
  for (const one of Object.values(questions)) {
    sortByRow(one)
    keepSurest(one.wrong)
  }
  const model = models.size === 0 ? undefined : Array.from(models).toSorted().join(", ")
  const isReviewQueue = rows > failed && acted === 0
  return {
    source: source.name,
    rows,
    failed,
    failures,
    isReviewQueue,
    answering: { model, decimals },
    questions
  }
})

/** Answers come in any order: reports do not depend on it. */
const sortByRow = ({ ids, rows }: Answered): void => {
  const order = ids.map((_id, index) => index).toSorted((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0))
  const [sortedIds, sortedRows] = [
    order.map((index) => ids[index] ?? 0),
    order.flatMap((index) => rows[index] ?? [])
  ]
  ids.splice(0, ids.length, ...sortedIds)
  rows.splice(0, rows.length, ...sortedRows)
}
