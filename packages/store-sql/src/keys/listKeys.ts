// Lists keys for operators.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { type BigIntColumn, nullableNumber, limitTo } from "../database/dialect.ts"
import { toStoreError } from "../database/failures.ts"
import type { StoreError } from "../database/StoreError.ts"
import { requireGroup } from "../groups/groups.ts"
import { listOf } from "./caller.ts"
import type * as KeyQueries from "./queries.ts"

/** A key in a list, without the key itself or its MAC. Times are Unix milliseconds. */
export interface ListedKey {
  /** Public id; may appear in logs. */
  readonly id: string
  readonly name: string
  readonly group: string
  /** `void`: stored under a pepper that is lost, so it cannot be used. */
  readonly state: "active" | "expired" | "revoked" | "void"
  /** Unix milliseconds. */
  readonly created_at: number
  /** Id of the key that created it; null for the server and the command line. */
  readonly created_by: string | null
  /** Unix milliseconds; null: never. */
  readonly expires_at: number | null
  /** Unix milliseconds; null: not revoked. */
  readonly revoked_at: number | null
  /** Days since 1970-01-01, UTC. */
  readonly last_used_day: number | null
  /** Operations and resources it may call; null: all. */
  readonly rights: ReadonlyArray<string> | null
  readonly may_make_keys: boolean
  /** Addresses and networks it may be used from; null: any. */
  readonly networks: ReadonlyArray<string> | null
  /** The policy of its decisions that name none; null: none. */
  readonly policy: string | null
  /** The pepper its MAC was computed with. */
  readonly pepper: "current" | "previous" | "lost"
}

interface Row extends Omit<KeyQueries.KeyRow, "mac"> {
  readonly name: string
  readonly created_at: BigIntColumn
  readonly created_by: string | null
  readonly last_used_day: BigIntColumn | null
}

const toListedKey = (row: Row, versions: ReadonlyArray<string>, now: number): ListedKey => {
  const pepper =
    row.pepper_version === versions[0]
      ? "current"
      : versions.includes(row.pepper_version)
        ? "previous"
        : "lost"
  const [expires_at, revoked_at] = [nullableNumber(row.expires_at), nullableNumber(row.revoked_at)]
  const unrevoked =
    expires_at !== null && expires_at <= now ? "expired" : pepper === "lost" ? "void" : "active"
  return {
    id: row.id,
    name: row.name,
    group: row.group_id,
    state: revoked_at === null ? unrevoked : "revoked",
    created_at: Number(row.created_at),
    created_by: row.created_by,
    expires_at,
    revoked_at,
    last_used_day: nullableNumber(row.last_used_day),
    rights: listOf(row.rights) ?? null,
    may_make_keys: row.may_make_keys === 1,
    networks: listOf(row.networks) ?? null,
    policy: row.policy,
    pepper
  }
}

/** Which keys are listed. */
export interface ListKeysOptions {
  /** Default: all groups. */
  readonly group?: string | undefined
  /** The number of latest keys. Default: all that were ever created. */
  readonly last?: number | undefined
}

/** Keys with their state, newest last. */
export const listKeys = ({ group, last }: ListKeysOptions = {}): Effect.Effect<
  ReadonlyArray<ListedKey>,
  StoreError,
  SqlClient.SqlClient | Pepper
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { versions } = yield* Pepper
    yield* requireGroup(group)
    const now = yield* Clock.currentTimeMillis
    const chosen = group === undefined ? sql`` : sql`WHERE group_id = ${group}`
    const limit = last === undefined ? sql`` : limitTo(sql, last)
    const rows =
      yield* sql<Row>`SELECT id, name, group_id, pepper_version, created_at, created_by, expires_at,
      revoked_at, last_used_day, rights, may_make_keys, networks, policy
      FROM api_key ${chosen} ORDER BY created_at DESC, id DESC ${limit}`
    return rows.map((row) => toListedKey(row, versions, now)).toReversed()
  }).pipe(toStoreError)
