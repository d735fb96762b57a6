// Who may call: core's key check over the tables.
// Source: §5, §7.1.
import { KeyCheck, refused } from "@leadline/core/authorization"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as KeyFormat from "./keyFormat.ts"
import * as KeyTable from "./keyTable.ts"
import { unavailable } from "./outage.ts"
import { fits, Pepper } from "./pepper.ts"

const dummy = "0".repeat(64)
const foreignAge = 1000

/**
 * Finds which key of another form has a MAC, in memory: garbage costs no query, but one a second to learn of
 * keys that another process was given.
 */
const makeForeign = () => {
  let known: ReadonlyArray<Pick<KeyTable.KeyRow, "id" | "mac">> = []
  let readAt = -Infinity
  const match = (macs: ReadonlyArray<string>) => known.filter((key) => fits(macs, key.mac))[0]?.id
  return Effect.fnUntraced(function* (macs: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    if (match(macs) === undefined && now - readAt >= foreignAge) {
      known = yield* KeyTable.foreignKeys
      readAt = now
    }
    return match(macs)
  })
}

/**
 * Checks keys against the tables, each time anew: a revoked key is refused by the next request, in every
 * process on the file. Unknown, malformed, revoked and expired keys are refused alike; a store that does not
 * answer is an UnavailableError. Assumed: ours, how keys are kept is not in the document.
 */
export const layerKeyCheck: Layer.Layer<KeyCheck, never, SqlClient.SqlClient | Pepper> = Layer.effect(
  KeyCheck,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pepper = yield* Pepper
    const foreign = makeForeign()
    return KeyCheck.of({
      check: Effect.fnUntraced(
        function* (key) {
          const text = Redacted.value(key)
          if (!KeyFormat.isKey(text)) return yield* refused
          const macs = yield* pepper.macs(key)
          const id = KeyFormat.idOf(text) ?? (yield* foreign(macs))
          if (id === undefined) return yield* refused
          const row = yield* KeyTable.find(id)
          // An unknown id takes the path of a known one: nothing returns before the comparison.
          const matches = fits(macs, row?.mac ?? dummy)
          const now = yield* Clock.currentTimeMillis
          if (row === undefined || !matches || !KeyTable.isActive(row, now)) return yield* refused
          return { group: row.group_id, key: row.id }
        },
        Effect.provideService(SqlClient.SqlClient, sql),
        unavailable("key")
      )
    })
  })
)
