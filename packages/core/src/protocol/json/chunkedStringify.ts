// Writes large JSON in chunks: written at once, it would block the event loop.
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Stream from "effect/Stream"
import { yieldFairly } from "../../scheduling/FairQueue.ts"
import { atomicMembers, jsonChunkLength, unchunkedMembers } from "../limits.ts"

const entriesOf = (value: object): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : Object.values(value)

/** Has a value more members, at all levels, than this? */
const hasMore = (value: unknown, than: number): boolean => {
  let left = than
  const count = (one: unknown): boolean =>
    typeof one === "object" && one !== null && entriesOf(one).some((member) => --left < 0 || count(member))
  return count(value)
}

/** The texts whose concatenation is the JSON of a value; each is that of a small value. */
function* texts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || !hasMore(value, atomicMembers)) {
    yield JSON.stringify(value)
    return
  }
  const isArray = Array.isArray(value)
  let separator = isArray ? "[" : "{"
  for (const [name, member] of Object.entries(value)) {
    yield isArray ? separator : `${separator}${JSON.stringify(name)}:`
    yield* texts(member)
    separator = ","
  }
  yield isArray ? "]" : "}"
}

/** The JSON of a value, in chunks. */
export function* chunkedStringify(value: unknown): Generator<string> {
  let chunk = ""
  for (const text of texts(value)) {
    chunk += text
    if (chunk.length < jsonChunkLength) continue
    yield chunk
    chunk = ""
  }
  yield chunk
}

/** The value itself; a large one as a response written in chunks, between which other requests are served. */
export const inChunksIfLarge = <A>(value: A): A | HttpServerResponse.HttpServerResponse =>
  hasMore(value, unchunkedMembers)
    ? HttpServerResponse.stream(
        Stream.fromIterable(chunkedStringify(value), { chunkSize: 1 }).pipe(
          Stream.tap(() => yieldFairly),
          Stream.encodeText
        ),
        { contentType: "application/json" }
      )
    : value
