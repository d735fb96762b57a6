// The rows of the keys: reading one, adding one.
// Source: §5; Assumed: ours, how keys are kept is not in the document.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "./audit.ts"
import * as KeyFormat from "./keyFormat.ts"
import { defaultGroup } from "./migrations.ts"

/** A stored key, without its key. Times are Unix milliseconds. */
export interface KeyRow {
  readonly id: string
  readonly group_id: string
  readonly mac: string
  readonly pepper_version: string
  readonly revoked_at: number | null
  readonly expires_at: number | null
}

// No id of a key of our form holds a hyphen.
const foreign = "given-"
const foreignDigits = 16

/** The id of a key: its own, or, for a key of another form, one made from its MAC. */
export const idFor = (text: string, mac: string): string =>
  KeyFormat.idOf(text) ?? foreign + mac.slice(0, foreignDigits)

/** The row of an id. */
export const find = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<KeyRow>`SELECT id, group_id, mac, pepper_version, revoked_at, expires_at
    FROM api_key WHERE id = ${id}`
  return row
})

/** Every key of another form: few, as only whoever starts the server can give one. */
export const foreignKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Pick<KeyRow, "id" | "mac">>`SELECT id, mac FROM api_key WHERE id LIKE ${`${foreign}%`}`
})

/** Would the check let this key in, its MAC being right? */
export const isActive = (row: KeyRow, now: number): boolean =>
  row.revoked_at === null && (row.expires_at === null || row.expires_at > now)

/** Adds a key to the default group, with its event. Call it inside a transaction. */
export const insert = Effect.fnUntraced(function* (
  key: Pick<KeyRow, "id" | "mac" | "pepper_version"> & { readonly name: string }
) {
  const sql = yield* SqlClient.SqlClient
  const created_at = yield* Clock.currentTimeMillis
  yield* sql`INSERT INTO api_key ${sql.insert({ ...key, group_id: defaultGroup, created_at })}`
  yield* Audit.append({ action: "key.create", object_type: "api_key", object_id: key.id })
})
