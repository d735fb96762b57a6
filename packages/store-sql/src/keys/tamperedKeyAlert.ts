// Reports keys and groups whose row was changed by something else than this program.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import { essential } from "../database/DiskReserve.ts"

const maxReported = 1_000

const kinds = {
  api_key: {
    action: "key.altered",
    message: (id: string) => `The stored API key ${id} was changed outside of the server and is refused.`
  },
  api_group: {
    action: "group.altered",
    message: (id: string) =>
      `The group ${id} was changed outside of the server and its keys are refused. To accept it as leadline groups list ` +
      `shows it: leadline groups enable ${id}.`
  }
} as const

/** Makes the report of an altered row, in the log and the audit log, once per row and process. */
export const makeTamperedKeyAlert = (object_type: keyof typeof kinds) =>
  Effect.sync(() => {
    const reported = new Set<string>()
    const { action, message } = kinds[object_type]
    return Effect.fnUntraced(function* (object_id: string) {
      if (reported.has(object_id) || reported.size >= maxReported) return
      reported.add(object_id)
      yield* Effect.logError(message(object_id))
      const sql = yield* SqlClient.SqlClient
      const event = { action, object_type, object_id, outcome: "refused" } as const
      yield* essential(sql.withTransaction(Audit.append(event))).pipe(
        Effect.catchCause((cause) =>
          Effect.logError("A change outside of the server could not be recorded", cause)
        )
      )
    })
  })
