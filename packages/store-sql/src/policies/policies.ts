// Policies of key groups for operators: stores, lists, finds and deletes them. Every change is audited.
import { Policy, policyName } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/chain.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"
import { requireGroup } from "../groups/groups.ts"
import * as Queries from "./queries.ts"

/** A version of a policy in a list. */
export interface ListedPolicy {
  readonly group: string
  readonly name: string
  /** From 1; the number of a deleted version is not used again. */
  readonly version: number
  /** Unix milliseconds. */
  readonly created_at: number
  /** `broken`: its promise was shown not to hold. `altered`: its row was changed outside of the server. Both act upon nothing. */
  readonly state: "active" | "broken" | "altered"
  /** Undefined where it is altered. */
  readonly policy: Policy | undefined
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Policy))

/** A row as it is listed, and found by requests. */
export const toListedPolicy = (pepper: Pepper["Service"], row: Queries.PolicyRow): ListedPolicy => {
  const content = Queries.isAuthentic(pepper, row) ? decode(row.content) : undefined
  const policy = content?._tag === "Some" ? content.value : undefined
  return {
    group: row.group_id,
    name: row.name,
    version: row.version,
    created_at: Number(row.created_at),
    state: policy === undefined ? "altered" : row.broken_at === null ? "active" : "broken",
    policy
  }
}

/** Fails with the option `policy`. */
const invalid = (message: string) => new StoreError({ option: "policy", message })

const missing = (group: string, name: string) =>
  new StoreError({ message: `Group ${group} has no policy ${name}.`, isMissing: true })

/** The name and the version of `tickets` or `tickets@3`. */
const parseName = (text: string) => {
  const [name = "", version, ...rest] = text.split("@")
  const isValid = policyName.test(name) && rest.length === 0 && /^[1-9]\d{0,8}$/.test(version ?? "1")
  return isValid
    ? Effect.succeed({ name, version: version === undefined ? undefined : Number(version) })
    : Effect.fail(
        invalid(
          "Expected 1 to 64 letters, digits, hyphens and underscores, and optionally a version, as tickets@3."
        )
      )
}

const findRow = Effect.fnUntraced(function* (group: string, text: string) {
  const { name, version } = yield* parseName(text)
  return (yield* Queries.find(group, name, version)) ?? (yield* missing(group, text))
})

/** Fails unless a group has a policy, as `tickets` or `tickets@3`. */
export const requirePolicy = (group: string, text: string) =>
  Effect.mapError(findRow(group, text), (error) =>
    error instanceof StoreError && error.isMissing === true ? invalid(error.message) : error
  )

const record = (group: string, outcome: string) =>
  Audit.append({ action: "config.change", object_type: "api_group", object_id: group, outcome })

const changed = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(change)).pipe(toStoreError)

type Changed<A> = Effect.Effect<A, StoreError, SqlClient.SqlClient | Pepper>

/** A stored version. */
export interface PutPolicy extends ListedPolicy {
  /** False: the newest version has this content already. */
  readonly isNew: boolean
}

/**
 * Stores a policy of a group as its next version. The content of the newest version again is that version, unless it is
 * broken. Servers on the same database use it within a second.
 */
export const putPolicy = (group: string, name: string, policy: Policy): Changed<PutPolicy> =>
  changed(
    Effect.gen(function* () {
      const pepper = yield* Pepper
      yield* requireGroup(group)
      if (!policyName.test(name)) yield* parseName(`${name}@`)
      const content = JSON.stringify(policy)
      const newest = yield* Queries.find(group, name)
      const known = newest && toListedPolicy(pepper, newest)
      if (known?.state === "active" && newest?.content === content) return { ...known, isNew: false }
      const version = yield* Queries.insert(group, name, content)
      yield* record(group, `policy ${name}@${version} stored`)
      const row = yield* findRow(group, `${name}@${version}`)
      return { ...toListedPolicy(pepper, row), isNew: true }
    })
  )

/** All versions of all policies of a group; default: of all groups. */
export const listPolicies = (group?: string): Changed<ReadonlyArray<ListedPolicy>> =>
  Effect.gen(function* () {
    const pepper = yield* Pepper
    yield* requireGroup(group)
    return (yield* Queries.rows(group)).map((row) => toListedPolicy(pepper, row))
  }).pipe(toStoreError)

/** A policy of a group by `tickets`, which is its newest version, or `tickets@3`. */
export const findPolicy = (group: string, name: string): Changed<ListedPolicy> =>
  Effect.gen(function* () {
    const pepper = yield* Pepper
    yield* requireGroup(group)
    return toListedPolicy(pepper, yield* findRow(group, name))
  }).pipe(toStoreError)

/** Says of a version, as `tickets@3`, that its promise was shown not to hold: it acts upon nothing any more. */
export const breakPolicy = (group: string, name: string): Changed<void> =>
  essential(
    changed(
      Effect.gen(function* () {
        const { broken_at, id, name: own, version } = yield* findRow(group, name)
        if (broken_at !== null) return
        yield* Queries.setBroken(id)
        yield* record(group, `policy ${own}@${version} broken`)
      })
    )
  )

/**
 * Deletes all versions of a policy, and gives how many there were. Their numbers are not used again. Decisions of keys
 * that have it by default go to review.
 */
export const deletePolicy = (group: string, name: string): Changed<number> =>
  essential(
    changed(
      Effect.gen(function* () {
        yield* requireGroup(group)
        const count = yield* Queries.remove(group, name)
        if (count === 0) return yield* missing(group, name)
        yield* record(group, `policy ${name} deleted`)
        return count
      })
    )
  )
