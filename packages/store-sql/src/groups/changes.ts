// Changes of groups' rows: each with its audit event and a new MAC.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"
import { changeAction, checkedGroups, seal } from "./rowMac.ts"

/** Records the change of a row, without a MAC: a row that SQL changed before stays refused. Gives the event's number. */
export const record = (object_id: string, outcome: string) =>
  Audit.append({ action: changeAction, object_type: "api_group", object_id, outcome })

/** Records the change of a row and writes its MAC. Call it in the transaction of the change. */
export const recordAndSeal = (id: string, outcome: string) =>
  Effect.flatMap(record(id, outcome), (seq) => seal(id, seq))

/** Which rows {@link sealGroups} trusts. */
export interface SealGroupsOptions {
  /** Also rows whose pepper is lost, so that changes cannot be detected. Default false. */
  readonly trustAll?: boolean | undefined
}

/** {@link sealGroups} inside a transaction. */
export const sealGroupsStep = Effect.fnUntraced(function* (trustAll: boolean) {
  yield* Audit.sealNewGroups
  for (const { authentic, id } of yield* checkedGroups) {
    if (authentic) yield* seal(id)
    else if (trustAll) yield* recordAndSeal(id, "sealed")
  }
})

/**
 * Writes the MACs of groups; run it at each start. Rows of the previous pepper get a MAC of the current one. `ensureKey`
 * does the same.
 */
export const sealGroups = ({ trustAll = false }: SealGroupsOptions = {}): Effect.Effect<
  void,
  StoreError,
  SqlClient.SqlClient | Pepper
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* essential(sql.withTransaction(sealGroupsStep(trustAll)))
  }).pipe(toStoreError)
