// A first look at the rows of a batch: their number, that each can be read, and what they are, so that a batch goes on
// with the same rows only.
import { createHash } from "node:crypto"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { columnsOf } from "../rows/questionsFile.ts"
import { idOf, stateOf } from "../rows/request.ts"
import { readRows, rowError, twiceError } from "../rows/rowsFile.ts"
import type { Source } from "../rows/source.ts"
import { StartupError } from "../StartupError.ts"

/** What a batch is about. */
export interface Survey {
  readonly rows: number
  /** Its first half differs for other questions, columns, models or sources, its second one for other rows. */
  readonly fingerprint: string
}

/** A number of 48 bits for a text: eight bytes a row, whatever the length of its id. */
const numberOf = (text: string): number => createHash("md5").update(text).digest().readUIntBE(0, 6)

/** The second row of two with one id; undefined: all differ. */
const findTwice = async (path: string, file: QuestionsFile, numbers: ReadonlySet<number>) => {
  const seen = new Set<string>()
  for await (const row of readRows(path)) {
    const id = idOf(file, row)
    if (!numbers.has(numberOf(id))) continue
    if (seen.has(id)) return { id, row }
    seen.add(id)
  }
  return undefined
}

/** Characters of one half of a fingerprint. */
export const halfLength = 8

/** Reads all rows once. Throws a StartupError for a row that cannot be read or has the id of another. */
export const survey = async (
  path: string,
  file: QuestionsFile,
  { identity }: Pick<Source, "identity">
): Promise<Survey> => {
  const { model, questions, state } = file
  const asked = createHash("sha256").update(
    JSON.stringify({ questions, model, state, id: file.id, identity })
  )
  const hash = createHash("sha256")
  let numbers = new Float64Array(1024)
  let rows = 0
  for await (const row of readRows(path, columnsOf(file))) {
    const id = idOf(file, row)
    if (id === "") throw rowError(path, row, `the column ${JSON.stringify(file.id)} is empty`)
    hash.update(JSON.stringify([id, stateOf(file, row)])).update("\n")
    if (file.id !== undefined) {
      if (rows === numbers.length) {
        const larger = new Float64Array(rows * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[rows] = numberOf(id)
    }
    rows++
  }
  if (rows === 0) throw new StartupError({ message: `${path}: there are no rows` })
  // oxlint-disable-next-line unicorn/no-array-sort -- a copy takes as much memory again
  const sorted = numbers.subarray(0, file.id === undefined ? 0 : rows).sort()
  const alike = new Set(sorted.filter((number, index) => number === sorted[index - 1]))
  const twice = alike.size === 0 ? undefined : await findTwice(path, file, alike)
  if (twice !== undefined) throw twiceError(path, twice.row, twice.id)
  return {
    rows,
    fingerprint: [asked, hash].map((half) => half.digest("hex").slice(0, halfLength)).join("")
  }
}
