// The policies of key groups as requests find them, with a cache of results that are less than a second old.
import {
  type FindPolicy,
  type Judged,
  type Judgement,
  Policies,
  type Policy,
  reviewAll
} from "@leadline/core/policies"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { DataVersion } from "../database/DataVersion.ts"
import { makeToUnavailable } from "../database/failures.ts"
import { makeTtlCache } from "../keys/TtlCache.ts"
import { type ListedPolicy, toListedPolicy } from "./policies.ts"
import * as Queries from "./queries.ts"

/** Says of each answer whether a policy acts upon it. */
export type Judge = (policy: Policy) => (judged: Judged) => Judgement

/** Policies that are cached, and names that are none. */
const capacity = 1_000

/** A broken or altered policy acts upon nothing. */
const judgeOf = (judge: Judge, { policy, state }: ListedPolicy) => {
  if (state === "broken") return (judged: Judged) => reviewAll(judged, "policy_broken")
  return policy === undefined ? (judged: Judged) => reviewAll(judged, "policy_altered") : judge(policy)
}

/** The policies of key groups. A store that does not answer in time is an UnavailableError. */
export const layerPolicies = (judge: Judge): Layer.Layer<never, never, SqlClient.SqlClient | Pepper> =>
  Layer.effect(
    Policies,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pepper = yield* Pepper
      const version = yield* DataVersion
      const clock = yield* Clock.Clock
      const orUnavailable = yield* makeToUnavailable("policy")
      const cache = makeTtlCache<{ readonly found: Effect.Success<ReturnType<FindPolicy>> }>(capacity)

      const read = Effect.fnUntraced(function* (...[group, name, chosen]: Parameters<FindPolicy>) {
        const row = yield* Queries.find(group, name, chosen)
        if (row === undefined) return undefined
        const listed = toListedPolicy(pepper, row)
        return { name, version: listed.version, judge: judgeOf(judge, listed) }
      })

      return {
        find: (group, name, chosen) =>
          Effect.suspend(() => {
            const key = `${group}/${name}@${chosen ?? ""}`
            const now = clock.monotonicTimeNanosUnsafe()
            const readVersion = version()
            const known = cache.get(key, now, readVersion)
            if (known !== undefined) return Effect.succeed(known.found)
            return read(group, name, chosen).pipe(
              Effect.provideService(SqlClient.SqlClient, sql),
              orUnavailable,
              Effect.map((found) => {
                cache.put(key, { found }, now, readVersion)
                return found
              })
            )
          })
      }
    })
  )
