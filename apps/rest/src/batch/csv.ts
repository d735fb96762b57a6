// The answers of a finished batch as columns beside those of its rows.
import type { Answer, DecisionsResponse, Question } from "@leadline/core/decisions"
import { classesOf, toProbabilities } from "@leadline/core/policies"
import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { textOf } from "../rows/request.ts"
import { delimiterOf, readRows } from "../rows/rowsFile.ts"
import { readPlaces } from "./checkpoint.ts"

interface OutputLine {
  readonly response: { readonly body: typeof DecisionsResponse.Type | null } | null
  readonly error: { readonly message: string } | null
}

/** Where the line of each row is, twelve bytes a row. */
const placesOf = async (path: string, fingerprint: string, rows: number) => {
  const [offsets, lengths] = [new Float64Array(rows + 1), new Uint32Array(rows + 1)]
  await readPlaces(path, fingerprint, ({ length, offset, row }) => {
    offsets[row] = offset
    lengths[row] = length
  })
  return (handle: number, row: number): OutputLine | undefined => {
    const length = lengths[row] ?? 0
    if (length === 0) return undefined
    const bytes = Buffer.alloc(length)
    readSync(handle, bytes, 0, length, offsets[row] ?? 0)
    return JSON.parse(bytes.toString("utf8")) as OutputLine
  }
}

/** The columns of a question: its answer, the probability of it, and of a score the mean of its levels. */
const columnsOf = ([name, { type }]: readonly [string, Question]): ReadonlyArray<string> => [
  `answer.${name}`,
  `answer.${name}.probability`,
  ...(type === "score" ? [`answer.${name}.score`] : [])
]

const cellsOf = (question: Question, answer: Answer | undefined): ReadonlyArray<string> => {
  if (answer === undefined) return question.type === "score" ? ["", "", ""] : ["", ""]
  const { answer: chosen, p } = toProbabilities(question, answer)
  const cells = [classesOf(question)[chosen] ?? "", String(p[chosen] ?? "")]
  return answer.type === "score" ? [...cells, String(answer.score)] : cells
}

/** A cell of CSV. */
export const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const formula = /^[=+\-@\t\r]/

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A cell that no spreadsheet takes for a formula. */
const inert = (text: string) => (formula.test(text) && !numeral.test(text) ? `'${text}` : text)

/** Text that is pending before it is written. */
const flushSize = 1_048_576

/**
 * Writes a CSV file: all columns of the rows as they are, then for each question its answer and the probability of it
 * (and of a score the mean of its levels), then the message of a failure.
 */
export const writeCsv = async (options: {
  readonly path: string
  readonly out: string
  readonly errors: string
  readonly csv: string
  readonly file: QuestionsFile
  readonly fingerprint: string
  readonly rows: number
}): Promise<void> => {
  const { csv, file, fingerprint, path, rows } = options
  const delimiter = delimiterOf(path)
  const questions = Object.entries(file.questions)
  const [answerOf, errorOf] = [
    await placesOf(options.out, fingerprint, rows),
    await placesOf(options.errors, fingerprint, rows)
  ]
  const [answers, errors] = [openSync(options.out, "r"), openSync(options.errors, "r")]
  const partial = `${csv}.partial`
  // A link in its place would have another file written.
  rmSync(partial, { force: true })
  const target = openSync(partial, "wx", 0o600)
  let pending = ""
  const write = (cells: ReadonlyArray<string>) => {
    pending += `${cells.map(quoted).join(delimiter)}\n`
    if (pending.length < flushSize) return
    writeFileSync(target, pending)
    pending = ""
  }
  try {
    for await (const row of readRows(path)) {
      const columns = Object.keys(row.cells)
      if (row.number === 1) {
        write([...columns, ...questions.flatMap(columnsOf), "answer.error"])
      }
      const body = answerOf(answers, row.number)?.response?.body
      write([
        ...columns.map((name) => textOf(row.cells[name])),
        ...questions.flatMap(([name, question]) => cellsOf(question, body?.answers[name])).map(inert),
        inert(errorOf(errors, row.number)?.error?.message ?? "")
      ])
    }
    writeFileSync(target, pending)
  } finally {
    for (const handle of [answers, errors, target]) closeSync(handle)
  }
  renameSync(partial, csv)
}
