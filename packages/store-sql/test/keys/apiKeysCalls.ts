// Calls of the ApiKeys service for tests, and counts of the tables behind it.
import { ApiKeys } from "@leadline/core/api-keys"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { assert } from "vitest"
import { ensureKey } from "../../src/index.ts"
import { seal } from "../../src/keys/rowMac.ts"
import { check, rewriteGroups } from "../stores.ts"

/** Creates a key. */
export const generate = (token_name?: string) =>
  ApiKeys.use((keys) => keys.generate(token_name === undefined ? {} : { token_name }))
/** Revokes a key by its text. */
export const revoke = (auth_token: string) => ApiKeys.use((keys) => keys.revoke({ auth_token }))
/** Verifies a key: its caller, or the tag of the error. */
export const checked = (text: string) => check(Redacted.make(text))
/** Runs an effect as the caller with a key id. */
export const as = (key: string, group = "default") => Effect.provideService(Caller, { group, key })

/** Inserts the key that an id names as a caller. No text belongs to it, and no quota counts it. */
export const maker = Effect.fnUntraced(function* (id: string, group_id = "default") {
  const sql = yield* SqlClient.SqlClient
  const key = { id, group_id, name: "", mac: "", pepper_version: "", created_at: 0 }
  yield* rewriteGroups(sql`INSERT INTO api_key ${sql.insert(key)}`)
  yield* seal(id)
})

/** The first key of a new store. */
export const firstKey = Effect.gen(function* () {
  const first = yield* ensureKey()
  return first._tag === "Created" ? first : assert.fail(first._tag)
})

/** Inserts the group `other`. */
export const otherGroup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* rewriteGroups(
    sql`INSERT INTO api_group ${sql.insert({ id: "other", name: "Other", created_at: 0 })}`
  )
})

/** Number of rows of a table. */
export const counted = (table: "api_key" | "revocation" | "audit_event") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM ${sql(table)}`
    return row?.count
  })
