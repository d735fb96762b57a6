// Deletes a key group with all it stores, a little at a time. Its usage stays for invoices.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { deleteAsyncChats } from "../async-chat/admin.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import { inGroup, lockGroups, limitTo } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { defaultGroup } from "../database/migrations.ts"
import { StoreError } from "../database/StoreError.ts"
import { makeRevoked } from "../keys/Revocations.ts"
import * as KeyQueries from "../keys/queries.ts"
import { deleteReviews } from "../reviews/expiry.ts"
import * as SkillQueries from "../skills/queries.ts"
import { recordAndSeal } from "./changes.ts"
import { disableGroup } from "./groups.ts"
import { defaultSettings } from "./queries.ts"

/** What was deleted with a group. */
export interface DeletedGroup {
  readonly id: string
  /** Keys that were revoked. Their rows stay, as the audit log names them. */
  readonly keys: number
  readonly skills: number
  readonly async_chats: number
  readonly reviews: number
}

/** Rows of one step, which is one transaction. */
const batchSize = 20

const idsOf = Effect.fnUntraced(function* (table: "api_key" | "skill", group: string) {
  const sql = yield* SqlClient.SqlClient
  const rows =
    table === "api_key"
      ? sql<{ readonly id: string }>`SELECT id FROM api_key
          WHERE group_id = ${group} AND revoked_at IS NULL ${limitTo(sql, batchSize)}`
      : sql<{
          readonly id: string
        }>`SELECT skill_id AS id FROM skill WHERE group_id = ${group} ${limitTo(sql, batchSize)}`
  return (yield* rows).map(({ id }) => id)
})

/** Repeats a step until it finds nothing. Gives how many there were. */
const inSteps = Effect.fnUntraced(function* <E, R>(step: Effect.Effect<number, E, R>) {
  let count = 0
  for (let found = yield* step; found > 0; found = yield* step) {
    count += found
    yield* Effect.sleep(0)
  }
  return count
})

const revokeSome = Effect.fnUntraced(function* (group: string) {
  const ids = yield* idsOf("api_key", group)
  yield* Effect.forEach(ids, (id) => KeyQueries.revoke(id, undefined), { discard: true })
  return ids.length
})

const deleteSkill = Effect.fnUntraced(function* (group: string, id: string) {
  yield* essential(inGroup(group)(SkillQueries.remove(id)))
  yield* SkillQueries.purge(group, id)
})

const deleteSomeSkills = Effect.fnUntraced(function* (group: string) {
  const ids = yield* idsOf("skill", group)
  yield* Effect.forEach(ids, (id) => deleteSkill(group, id), { discard: true })
  return ids.length
})

/** Deletes the row's settings, if nothing is left of the group; false: a request in progress added something. */
const close = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* lockGroups([id])
  const left = yield* sql`SELECT 1 AS found FROM skill WHERE group_id = ${id}
    UNION ALL SELECT 1 AS found FROM async_chat WHERE group_id = ${id}
    UNION ALL SELECT 1 AS found FROM review WHERE group_id = ${id}
    UNION ALL SELECT 1 AS found FROM api_key WHERE group_id = ${id} AND revoked_at IS NULL`
  if (left.length > 0) return false
  yield* sql`DELETE FROM policy WHERE group_id = ${id}`
  const deleted_at = yield* Clock.currentTimeMillis
  yield* sql`UPDATE api_group SET ${sql.update({ ...defaultSettings, deleted_at })} WHERE id = ${id}`
  yield* recordAndSeal(id, "deleted")
  return true
})

/**
 * Deletes a group: it is disabled, its keys are revoked, its skills, async chats, reviews and policies deleted, its settings
 * forgotten. Its
 * usage stays. When it is interrupted the group stays disabled; run it again. A key created later under the same id starts
 * without any of it. Fails with a {@link StoreError} for a group that does not exist, and for the default group, to which
 * keys belong that name none.
 */
export const deleteGroup = (
  id: string
): Effect.Effect<DeletedGroup, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { revoked } = yield* makeRevoked
    if (id === defaultGroup) {
      return yield* new StoreError({
        message: `The group ${id} cannot be deleted: keys that name no group belong to it. Disable it instead.`
      })
    }
    yield* disableGroup(id)
    const deleted = { keys: 0, skills: 0, async_chats: 0, reviews: 0 }
    while (true) {
      const revokeStep = essential(sql.withTransaction(revokeSome(id)))
      deleted.keys += yield* Effect.ensuring(inSteps(revokeStep), revoked)
      deleted.async_chats += yield* deleteAsyncChats({ group: id })
      deleted.skills += yield* inSteps(deleteSomeSkills(id))
      deleted.reviews += yield* deleteReviews(id)
      if (yield* essential(sql.withTransaction(close(id)))) return { id, ...deleted }
    }
  }).pipe(toStoreError)
