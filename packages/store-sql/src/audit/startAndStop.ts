// Records in the audit log when a server starts and stops, and whether its settings changed since its last start.
import { hash } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { logFailure, toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"
import * as Audit from "./chain.ts"

const digestDigits = 16

/** The event of a server with settings: it has their digest. */
const eventOf = (settings: string) =>
  ({ object_type: "server", object_id: hash("sha256", settings).slice(0, digestDigits) }) as const

const start = Effect.fnUntraced(function* (settings: string) {
  const sql = yield* SqlClient.SqlClient
  const event = eventOf(settings)
  const [before] = yield* sql<{ readonly object_id: string }>`SELECT object_id FROM audit_event
    WHERE action = 'start' AND node IS NOT DISTINCT FROM ${yield* Audit.AuditNode} ORDER BY seq DESC LIMIT 1`
  if (before !== undefined && before.object_id !== event.object_id) {
    yield* Audit.append({ ...event, action: "config.change" })
  }
  yield* Audit.append({ ...event, action: "start" })
  return event
})

/** Records that a running server has other settings now. Of `settings`, a text without secrets, a digest is recorded. */
export const recordConfigurationChange = (
  settings: string
): Effect.Effect<void, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    essential(sql.withTransaction(Audit.append({ ...eventOf(settings), action: "config.change" })))
  ).pipe(Effect.asVoid, toStoreError)

/**
 * Records a start now and a stop when the scope closes. Of `settings`, a text without secrets, a digest is recorded; if
 * it differs from that of the node's last start, a `config.change` event precedes the start. A stop that cannot be
 * recorded is logged.
 */
export const recordStartAndStop = (
  settings: string
): Effect.Effect<void, StoreError, SqlClient.SqlClient | Pepper | Scope.Scope> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.acquireRelease(essential(sql.withTransaction(start(settings))), (event) =>
      sql.withTransaction(Audit.append({ ...event, action: "stop" })).pipe(
        essential,
        Effect.catchCause((cause) => logFailure("The stop could not be recorded", cause))
      )
    )
  ).pipe(Effect.asVoid, toStoreError)
