// Serializes a large value as JSON, piece by piece.
import { atomicMembers, jsonChunkLength } from "../limits.ts"

const entriesOf = (value: object): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : Object.values(value)

/** Whether there are more members than this below a value. */
export const hasMoreMembers = (value: unknown, than: number): boolean => {
  let left = than
  const count = (one: unknown): boolean =>
    typeof one === "object" && one !== null && entriesOf(one).some((member) => --left < 0 || count(member))
  return count(value)
}

/** The texts that make up a value; none of them is that of many members. */
function* texts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || !hasMoreMembers(value, atomicMembers)) {
    yield JSON.stringify(value)
    return
  }
  const isArray = Array.isArray(value)
  let before = isArray ? "[" : "{"
  for (const [name, member] of Object.entries(value)) {
    yield isArray ? before : `${before}${JSON.stringify(name)}:`
    yield* texts(member)
    before = ","
  }
  yield isArray ? "]" : "}"
}

/** A value of JSON as pieces of its text. */
export function* chunkedStringify(value: unknown): Generator<string> {
  let piece = ""
  for (const text of texts(value)) {
    piece += text
    if (piece.length < jsonChunkLength) continue
    yield piece
    piece = ""
  }
  yield piece
}
