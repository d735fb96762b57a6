// The files of exported reviews: each review is written when it is read, so that none but the current page is in memory.
import type { StoredReview } from "@leadline/store-sql"
import * as Effect from "effect/Effect"
import { closeSync, writeFileSync } from "node:fs"
import { quoted } from "../batch/csv.ts"
import { StartupError } from "../StartupError.ts"
import { openPrivateFile, tryWrite } from "../store/privateFile.ts"
import { toTask } from "./labelStudio.ts"
import { rowOf } from "./reviewRows.ts"

/** How reviews are written. */
export interface ExportOptions {
  readonly path: string
  readonly format: "jsonl" | "csv" | "label-studio"
  /** The column of a state that is no object. */
  readonly stateColumn: string
  /** Whether tasks have the answers of the model. */
  readonly withPredictions: boolean
}

/** Reads reviews, and gives each to `use`. */
export type Read<E, R> = (
  use: (review: StoredReview) => Effect.Effect<void, StartupError>
) => Effect.Effect<void, E | StartupError, R>

/** A file for what people sent: its owner alone can read it. It is made with its first line. */
const openFile = (path: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): { handle: number | undefined } => ({ handle: undefined })),
      ({ handle }) => Effect.sync(() => handle !== undefined && closeSync(handle))
    ),
    (file) => (text: string) =>
      tryWrite(path, () => writeFileSync((file.handle ??= openPrivateFile(path, "w")), text))
  )

const cellOf = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value)

/** Makes the lines of reviews; undefined: one has no place in the file. */
interface Lines {
  readonly head: string
  readonly lineOf: (review: StoredReview) => string | undefined
  readonly tail: string
}

const linesOfRows = (stateColumn: string): Lines => ({
  head: "",
  lineOf: (review) => `${JSON.stringify(Object.fromEntries(rowOf(review, stateColumn)))}\n`,
  tail: ""
})

const linesOfTasks = (stateColumn: string, withPredictions: boolean): Lines => {
  let isFirst = true
  return {
    head: "[",
    lineOf: (review) => {
      const task = JSON.stringify(toTask(review, stateColumn, withPredictions))
      const line = `${isFirst ? "" : ","}${task}\n`
      isFirst = false
      return line
    },
    tail: "]\n"
  }
}

const csvLine = (cells: ReadonlyArray<string>) => `${cells.map(quoted).join(",")}\n`

/** Reads the columns of all rows, which come first. A review that comes later with a further one has no place. */
const linesOfCsv = Effect.fnUntraced(function* <E, R>(stateColumn: string, read: Read<E, R>) {
  const columns = new Set<string>()
  yield* read((review) =>
    Effect.sync(() => {
      for (const name of rowOf(review, stateColumn).keys()) columns.add(name)
    })
  )
  const names = Array.from(columns)
  return {
    head: csvLine(names),
    lineOf: (review) => {
      const row = rowOf(review, stateColumn)
      if (Array.from(row.keys()).some((name) => !columns.has(name))) return undefined
      return csvLine(names.map((name) => cellOf(row.get(name))))
    },
    tail: ""
  } satisfies Lines
})

/** Writes the reviews that `read` gives; `onWritten` gets each. Gives how many there were. */
export const writeReviews = <E, R>(
  { format, path, stateColumn, withPredictions }: ExportOptions,
  read: Read<E, R>,
  onWritten: (review: StoredReview) => void
): Effect.Effect<number, E | StartupError, R> =>
  Effect.gen(function* () {
    const write = yield* openFile(path)
    const lines: Lines =
      format === "csv"
        ? yield* linesOfCsv(stateColumn, read)
        : format === "jsonl"
          ? linesOfRows(stateColumn)
          : linesOfTasks(stateColumn, withPredictions)
    let [before, count] = [lines.head, 0]
    yield* read((review) => {
      const line = lines.lineOf(review)
      if (line === undefined) return Effect.void
      const text = before + line
      before = ""
      return Effect.map(write(text), () => {
        count++
        onWritten(review)
      })
    })
    yield* write(before + lines.tail)
    return count
  }).pipe(Effect.scoped)
