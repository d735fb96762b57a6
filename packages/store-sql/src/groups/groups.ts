// Key groups for operators: creates, lists, disables, enables and sets them. Every change is audited.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import type { Pepper } from "../crypto/Pepper.ts"
import { nullableNumber } from "../database/dialect.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"
import { makeRevoked } from "../keys/Revocations.ts"
import { monthOf } from "./month.ts"
import { record, recordAndSeal } from "./changes.ts"
import { isGroupAuthentic } from "./rowMac.ts"
import {
  defaultSettings,
  type GroupSettings,
  settingColumns,
  type GroupRow,
  rows,
  spentIn
} from "./queries.ts"

/** The id of a group. */
export const groupPattern = /^[A-Za-z0-9_-]{1,64}$/

const failed = (message: string) => new StoreError({ message })
const invalidOption = (option: string, message: string) => new StoreError({ option, message })

/** A key group in a list. */
export interface ListedGroup {
  readonly id: string
  /** The keys of a disabled group are refused, and its async chats fail. */
  readonly state: "enabled" | "disabled"
  /** Unix milliseconds. */
  readonly created_at: number
  /** Null: the default. */
  readonly settings: GroupSettings
  /** What it stores now, and what it has spent this month, UTC. */
  readonly used: {
    readonly stored_bytes: number
    readonly skills: number
    readonly revisions: number
    readonly queued_chats: number
    readonly kept_chats: number
    readonly spent_usd: number
  }
}

const toListedGroup = (row: GroupRow, spent_usd: number): ListedGroup => ({
  id: row.id,
  state: row.disabled_at === null ? "enabled" : "disabled",
  created_at: Number(row.created_at),
  settings: {
    requests_per_second: nullableNumber(row.rate_limit),
    tokens_per_minute: nullableNumber(row.token_limit),
    budget_usd: nullableNumber(row.budget_usd),
    max_stored_bytes: nullableNumber(row.max_stored_bytes),
    max_skills: nullableNumber(row.max_skills),
    max_revisions: nullableNumber(row.max_revisions),
    max_queued_chats: nullableNumber(row.max_queued_chats),
    max_kept_chats: nullableNumber(row.max_kept_chats),
    max_keys: nullableNumber(row.max_keys)
  },
  used: {
    stored_bytes: Number(row.stored_bytes),
    skills: Number(row.skills),
    revisions: Number(row.revisions),
    queued_chats: Number(row.queued_chats),
    kept_chats: Number(row.kept_chats),
    spent_usd
  }
})

const spentBy = Effect.flatMap(Clock.currentTimeMillis, (now) => spentIn(monthOf(now)))

/** All groups by id. */
export const listGroups: Effect.Effect<
  ReadonlyArray<ListedGroup>,
  StoreError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const spent = yield* spentBy
  return (yield* rows()).map((row) => toListedGroup(row, spent.get(row.id) ?? 0))
}).pipe(toStoreError)

const find = Effect.fnUntraced(function* (id: string) {
  const [row] = yield* rows(id)
  return row ?? (yield* new StoreError({ message: `Group ${id} does not exist.`, isMissing: true }))
})

/** Fails for a group that does not exist. */
export const requireGroup = (id: string | undefined) => (id === undefined ? Effect.void : find(id))

/** Fails for a group that never existed: of a deleted one there is still usage. */
export const requireKnownGroup = Effect.fnUntraced(function* (id: string | undefined) {
  const sql = yield* SqlClient.SqlClient
  if (id === undefined || (yield* sql`SELECT id FROM api_group WHERE id = ${id}`).length > 0) return
  yield* find(id)
})

/** Creates a group. Call it inside a transaction. */
const insert = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  if (!groupPattern.test(id)) {
    return yield* invalidOption(
      "group",
      "A group id consists of 1 to 64 letters, digits, hyphens and underscores."
    )
  }
  const created_at = yield* Clock.currentTimeMillis
  const row = { created_at, disabled_at: null, deleted_at: null, ...defaultSettings }
  // A deleted group may have had this id: its keys stay revoked.
  yield* sql`INSERT INTO api_group ${sql.insert({ id, name: id, ...row })}
    ON CONFLICT (id) DO UPDATE SET ${sql.update(row)}`
  yield* recordAndSeal(id, "made")
})

/** Fails unless the group exists or may be created. Call it inside a transaction. */
export const ensureGroup = Effect.fnUntraced(function* (id: string, isCreated: boolean) {
  if ((yield* rows(id)).length > 0) return
  if (isCreated || !groupPattern.test(id)) return yield* insert(id)
  yield* find(id)
})

/**
 * Changes a group that exists, in one transaction with its audit event. Gives the group as it is then. `altered`: whether
 * a row that SQL changed is refused, changed and still refused to its keys, or accepted as it is.
 */
const change = <E, R>(
  id: string,
  outcome: string,
  altered: "refused" | "kept" | "accepted",
  update: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, E, R>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { revoked } = yield* makeRevoked
    const changed = Effect.gen(function* () {
      yield* find(id)
      yield* Audit.sealNewGroups
      const isTrusted = altered === "accepted" || (yield* isGroupAuthentic(id))
      if (!isTrusted && altered === "refused") {
        return yield* failed(
          `Group ${id} was changed outside of the server. To accept it as leadline groups list shows it: ` +
            `leadline groups enable ${id}.`
        )
      }
      yield* update(sql)
      yield* isTrusted ? recordAndSeal(id, outcome) : record(id, outcome)
      return toListedGroup(yield* find(id), (yield* spentBy).get(id) ?? 0)
    })
    // Other nodes read the group again, as they do after a revocation.
    return yield* Effect.ensuring(essential(sql.withTransaction(changed)), revoked)
  }).pipe(toStoreError)

type Changed = Effect.Effect<ListedGroup, StoreError, SqlClient.SqlClient | Pepper>

/** Creates a group with the default limits; one that exists is a {@link StoreError}. */
export const createGroup = (id: string): Changed =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const create = Effect.gen(function* () {
      if ((yield* rows(id)).length > 0) return yield* failed(`Group ${id} exists already.`)
      yield* insert(id)
      return toListedGroup(yield* find(id), 0)
    })
    return yield* sql.withTransaction(create)
  }).pipe(toStoreError)

/** Refuses all keys of a group, until it is enabled again. Servers on the same database do so within a second. */
export const disableGroup = (id: string): Changed =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    change(
      id,
      "disabled",
      "kept",
      (sql) => sql`UPDATE api_group SET disabled_at = ${now} WHERE id = ${id} AND disabled_at IS NULL`
    )
  )

/** Accepts the keys of a group again, also of one that was changed outside of the server. */
export const enableGroup = (id: string): Changed =>
  change(id, "enabled", "accepted", (sql) => sql`UPDATE api_group SET disabled_at = NULL WHERE id = ${id}`)

/** The greatest number that the column of a limit takes on every database. */
const mostLimit = 2_147_483_647

/** Sets some settings of a group; null restores the default. */
export const setGroup = (id: string, settings: Partial<GroupSettings>): Changed => {
  const given = Object.entries(settings) as ReadonlyArray<[keyof GroupSettings, number | null]>
  const columns = Object.fromEntries(given.map(([name, value]) => [settingColumns[name], value]))
  const outcome = given.map(([name, value]) => `${name}=${value ?? "default"}`).join(" ")
  if (given.length === 0) return Effect.fail(invalidOption("settings", "No setting of the group is given."))
  const tooLarge = (["requests_per_second", "tokens_per_minute"] as const).find(
    (name) => (settings[name] ?? 0) > mostLimit
  )
  return tooLarge === undefined
    ? change(
        id,
        outcome,
        "refused",
        (sql) => sql`UPDATE api_group SET ${sql.update(columns)} WHERE id = ${id}`
      )
    : Effect.fail(invalidOption(tooLarge, `Expected at most ${mostLimit}.`))
}
