// Finishes a database that was restored from a backup: no key is valid again that was revoked since.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import { toStoreError } from "../database/failures.ts"
import { heartbeat } from "../database/heartbeat.ts"
import type { StoreError } from "../database/StoreError.ts"
import * as KeyQueries from "./queries.ts"

/** Revokes the keys that were revoked after the backup, and records the restore. Keys that SQL changed stay refused. */
export const completeRestore = (
  revoked: ReadonlyArray<string>
): Effect.Effect<void, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* Audit.append({ action: "restore", object_type: "server", object_id: "" })
        yield* Effect.forEach(revoked, (id) => KeyQueries.revoke(id, undefined), { discard: true })
      })
    )
    yield* heartbeat
  }).pipe(toStoreError)
