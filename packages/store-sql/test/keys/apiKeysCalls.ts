// Calls of the ApiKeys service for tests.
import { ApiKeys } from "@leadline/core/api-keys"
import { Caller } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { assert } from "vitest"
import { ensureKey, listAudit } from "../../src/index.ts"
import { sealAll } from "../../src/groups/rowMac.ts"
import * as KeyFormat from "../../src/keys/format.ts"
import { seal } from "../../src/keys/rowMac.ts"
import { check, insertGroup } from "../stores.ts"

/** Creates a key. */
export const generate = (token_name?: string) =>
  ApiKeys.use((keys) => keys.generate(token_name === undefined ? {} : { token_name }))
/** Creates a key, as its redacted text. */
export const generateKey = Effect.map(generate(), ({ auth_token }) => Redacted.make(auth_token))
/** Revokes a key by its text. */
export const revoke = (auth_token: string) => ApiKeys.use((keys) => keys.revoke({ auth_token }))
/** Verifies a key: its caller, or the tag of the error. */
export const checked = (text: string) => check(Redacted.make(text))
/** The public id in the text of a generated key. */
export const idOf = (text: string) => text.slice(8, 18)
/** Runs an effect as the caller with a key id. */
export const as = (key: string, group = "default") => Effect.provideService(Caller, { group, key })

/** Inserts the key that an id names as a caller. No text belongs to it, and no quota counts it. */
export const maker = Effect.fnUntraced(function* (id: string, group_id = "default") {
  const sql = yield* SqlClient.SqlClient
  const key = { id, group_id, name: "", mac: "", pepper_version: "", created_at: 0 }
  yield* insertGroup(group_id)
  yield* sealAll
  yield* sql`INSERT INTO api_key ${sql.insert(key)}`
  yield* seal(id)
})

/** Creates the first key of a store. */
export const firstKey = Effect.gen(function* () {
  const first = yield* ensureKey()
  return first._tag === "Created" ? first : assert.fail(first._tag)
})

/** The key with one character changed, in its secret or id, and the right checksum. */
export const altered = (key: Redacted.Redacted, at: number) => {
  const body = Redacted.value(key).slice(0, 50)
  const other = body.charAt(at) === "x" ? "y" : "x"
  const changed = body.slice(0, at) + other + body.slice(at + 1)
  return Redacted.make(changed + KeyFormat.checksum(changed))
}

/** The events of the audit log, as `action object outcome`. */
export const audited = Effect.map(listAudit(100), (events) =>
  events.map(({ action, object_id, outcome }) => `${action} ${object_id} ${outcome}`)
)
