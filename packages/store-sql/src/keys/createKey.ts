// Creates keys for operators, without an API key. Nothing that tenants do can prevent it.
import { rightNames } from "@leadline/core/rights"
import { parseNetwork } from "@leadline/core/server-settings"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { essential } from "../database/DiskReserve.ts"
import { toStoreError } from "../database/failures.ts"
import { defaultGroup } from "../database/migrations.ts"
import { StoreError } from "../database/StoreError.ts"
import { ensureGroup } from "../groups/groups.ts"
import { requirePolicy } from "../policies/policies.ts"
import { listText } from "./caller.ts"
import * as KeyFormat from "./format.ts"
import * as KeyQueries from "./queries.ts"

/** Options of a new key. */
export interface CreateKeyOptions {
  /** Describes the key in lists. Default: empty. */
  readonly name?: string | undefined
  /** The key group, which owns rate limits and stored data. Default `default`. */
  readonly group?: string | undefined
  /** Creates the group if it does not exist; otherwise an unknown group is an error. Default false. */
  readonly createGroup?: boolean | undefined
  /** Expiry in Unix milliseconds, in the future. Default: never. */
  readonly expiresAt?: number | undefined
  /** Operations like `chat.create` and resources like `chat` that the key may call. Default: all. */
  readonly rights?: ReadonlyArray<string> | undefined
  /**
   * Whether the key may make keys, with at most its own rights. Default: only without `rights`. Required with the right
   * `apiKeys`.
   */
  readonly mayMakeKeys?: boolean | undefined
  /** Addresses and networks the key may be used from. Default: any. */
  readonly networks?: ReadonlyArray<string> | undefined
  /** The policy of its decisions that name none, as `tickets` or `tickets@3`; its group has it. Default: none. */
  readonly policy?: string | undefined
  /** Part of the key text, without effect. Default `live`. */
  readonly label?: KeyFormat.KeyLabel | undefined
}

/** A new key. */
export interface CreatedKey {
  /** Public id; may appear in logs. */
  readonly id: string
  /** The API key. It is not stored, so show it now. */
  readonly key: Redacted.Redacted
  readonly name: string
  readonly group: string
  /** Unix milliseconds. */
  readonly created_at: number
  /** Unix milliseconds; null: never. */
  readonly expires_at: number | null
}

/** The problem of the options; undefined: none. */
const problemOf = (
  { expiresAt, mayMakeKeys, networks, rights }: CreateKeyOptions,
  now: number
): { readonly option: keyof CreateKeyOptions; readonly message: string } | undefined => {
  const unknown = rights?.find((name) => !rightNames.has(name))
  if (unknown !== undefined || rights?.length === 0) {
    const known = Array.from(rightNames).join(", ")
    const wrong = unknown === undefined ? "Expected at least one right." : `There is no right ${unknown}.`
    return { option: "rights", message: `${wrong} Rights: ${known}.` }
  }
  if (rights?.includes("apiKeys") === true && mayMakeKeys === undefined) {
    return {
      option: "mayMakeKeys",
      message: "The right apiKeys revokes keys. Say also whether the key may make keys."
    }
  }
  const wrong = networks?.find((text) => parseNetwork(text) === undefined)
  if (wrong !== undefined || networks?.length === 0) {
    return {
      option: "networks",
      message: `Expected addresses, or networks like 10.0.0.0/8, IPv4 in IPv6 written as IPv4, with host bits of 0, not ${wrong ?? "an empty list"}.`
    }
  }
  return expiresAt !== undefined && expiresAt <= now
    ? {
        option: "expiresAt",
        message: `Expected a future time in Unix milliseconds, not ${expiresAt}; it is ${now} now.`
      }
    : undefined
}

/** Creates a key. Key and audit event are on disk when this returns. No quota prevents it. */
export const createKey = (
  options: CreateKeyOptions = {}
): Effect.Effect<CreatedKey, StoreError, SqlClient.SqlClient | Pepper> =>
  Effect.gen(function* () {
    const { createGroup = false, group = defaultGroup, label = "live", name = "", rights } = options
    const pepper = yield* Pepper
    const problem = problemOf(options, yield* Clock.currentTimeMillis)
    if (problem !== undefined) return yield* new StoreError(problem)
    yield* ensureGroup(group, createGroup)
    if (options.policy !== undefined) yield* requirePolicy(group, options.policy)
    const { id, key } = yield* KeyFormat.make(label)
    const expires_at = options.expiresAt ?? null
    const created_at = yield* KeyQueries.insert({
      id,
      name,
      mac: pepper.mac(key),
      pepper_version: pepper.version,
      group_id: group,
      expires_at,
      rights: listText(rights),
      may_make_keys: (options.mayMakeKeys ?? rights === undefined) ? 1 : 0,
      networks: listText(options.networks),
      policy: options.policy ?? null
    })
    return { id, key, name, group, created_at, expires_at }
  }).pipe(
    (make) => Effect.flatMap(SqlClient.SqlClient, (sql) => essential(sql.withTransaction(make))),
    toStoreError,
    Effect.provide(SecureRandom.layerWebCrypto)
  )
