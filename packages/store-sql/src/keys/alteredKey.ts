// Reports keys whose row was changed by something else than this program.
// Source: §5; Assumed: ours, the document knows no audit.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import * as Crypto from "../crypto/nodeCrypto.ts"
import { essential } from "../database/DiskReserve.ts"

const maxReported = 1_000

/** Makes the report of an altered key, in the log and the audit log, once per key and process. */
export const makeReportAltered = Effect.sync(() => {
  const reported = new Set<string>()
  return Effect.fnUntraced(function* (object_id: string) {
    if (reported.has(object_id) || reported.size >= maxReported) return
    reported.add(object_id)
    yield* Effect.logError(
      `The stored API key ${object_id} was changed outside of the server and is refused.`
    )
    const sql = yield* SqlClient.SqlClient
    const event = { action: "key.altered", object_type: "api_key", object_id, outcome: "refused" } as const
    yield* essential(sql.withTransaction(Audit.append(event))).pipe(
      Effect.catchCause((cause) => Effect.logError("An altered key could not be recorded", cause)),
      Effect.provide(Crypto.layer)
    )
  })
})
