// The text of a large request, in rows of parts beside its row: SQLite writes and rewrites a row at once.
import { yieldFairly } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Characters of a part: written in a few milliseconds. */
const partLength = 1_048_576

/** Whether a text is stored in parts. */
export const isLarge = (text: string): boolean => text.length > partLength

/** The end of a part; halves of a surrogate pair would be lost in UTF-8. */
const endOf = (text: string, start: number): number => {
  const end = Math.min(text.length, start + partLength)
  const isSplit = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00
  return isSplit ? end - 1 : end
}

/** Stores the parts of a text, with pauses. */
export const insert = Effect.fnUntraced(function* (chat_id: string, text: string) {
  const sql = yield* SqlClient.SqlClient
  for (let place = 0, start = 0; start < text.length; place++) {
    const end = endOf(text, start)
    yield* sql`INSERT INTO async_chat_part ${sql.insert({ chat_id, place, content: text.slice(start, end) })}`
    start = end
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
