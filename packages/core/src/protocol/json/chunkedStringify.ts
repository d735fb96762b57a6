// A large answer as JSON, piece by piece: written at once it would keep others waiting.
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { yieldFairly } from "../../scheduling/FairQueue.ts"

/** Members of a value that is written at once. */
const atomicMembers = 256

/** Members of an answer that is written at once: more are in pieces. */
const unchunkedMembers = 1_024

/** Characters of a piece. */
const chunkLength = 65_536

const entriesOf = (value: object): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : Object.values(value)

/** Whether there are more members than this below a value. */
const hasMore = (value: unknown, than: number): boolean => {
  let left = than
  const count = (one: unknown): boolean =>
    typeof one === "object" && one !== null && entriesOf(one).some((member) => --left < 0 || count(member))
  return count(value)
}

/** The texts that make up a value; none of them is that of many members. */
function* texts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || !hasMore(value, atomicMembers)) {
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
    if (piece.length < chunkLength) continue
    yield piece
    piece = ""
  }
  yield piece
}

/** The answer itself; a large one as a response that is written piece by piece, others being served in between. */
export const inChunksIfLarge = <A>(answer: A): A | HttpServerResponse.HttpServerResponse =>
  hasMore(answer, unchunkedMembers)
    ? HttpServerResponse.stream(
        Stream.fromIterable(chunkedStringify(answer), { chunkSize: 1 }).pipe(
          Stream.tap(() => yieldFairly),
          Stream.encodeText
        ),
        { contentType: "application/json" }
      )
    : answer
