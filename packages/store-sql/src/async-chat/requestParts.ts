// The text of a large request, in rows of parts beside its row: SQLite writes and rewrites a row at once.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Characters of a part: written in a few milliseconds. */
const partLength = 1_048_576

/** Joins pieces of a text to parts; none for a text that is stored in its own row. */
export const partsOf = (pieces: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let part = ""
  for (const piece of pieces) {
    if (part.length + piece.length > partLength) {
      parts.push(part)
      part = ""
    }
    part += piece
  }
  return parts.length === 0 ? [] : [...parts, part]
}

/** Stores the parts of a text, with pauses. */
export const insert = Effect.fnUntraced(function* (chat_id: string, parts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  for (const [place, content] of parts.entries()) {
    yield* sql`INSERT INTO async_chat_part ${sql.insert({ chat_id, place, content })}`
    yield* yieldFairly
  }
})

/** The text of the parts in UTF-8, read with pauses; empty without parts. */
export const read = Effect.fnUntraced(function* (chat_id: string) {
  const sql = yield* SqlClient.SqlClient
  const parts: Array<Uint8Array> = []
  while (true) {
    const [part] = yield* sql<{ readonly content: string }>`SELECT content FROM async_chat_part
      WHERE chat_id = ${chat_id} AND place = ${parts.length}`
    if (part === undefined) return parts
    parts.push(Buffer.from(part.content))
    yield* yieldFairly
  }
})
