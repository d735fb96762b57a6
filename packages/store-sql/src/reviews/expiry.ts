// Deletes reviews: those that have expired, and those of a group.
// Assumed: ours.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { essential } from "../database/DiskReserve.ts"
import { removeSome } from "./queries.ts"

/** Rows of one step, which is one transaction. */
const batchSize = 50

/** Deletes some reviews until none is left; gives how many there were. */
const removeAll = Effect.fnUntraced(function* (chosen: Parameters<typeof removeSome>[0]) {
  const sql = yield* SqlClient.SqlClient
  let count = 0
  while (true) {
    const removed = yield* essential(sql.withTransaction(removeSome(chosen, batchSize)))
    if (removed === 0) return count
    count += removed
    yield* Effect.sleep(0)
  }
})

/** Deletes what has expired. */
export const expireReviews = Effect.flatMap(Clock.currentTimeMillis, (expiredAt) => removeAll({ expiredAt }))

/** Deletes the reviews of a group and what they say of its policies; gives how many reviews there were. */
export const deleteReviews = Effect.fnUntraced(function* (group: string) {
  const sql = yield* SqlClient.SqlClient
  const count = yield* removeAll({ group })
  yield* essential(sql.withTransaction(sql`DELETE FROM policy_audit WHERE group_id = ${group}`))
  return count
})
