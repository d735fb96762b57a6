// The deletion of old async chats: a few at a time, and not while the clock is in doubt.
import { assert, describe, it } from "@effect/vitest"
import { retention } from "@leadline/core/async-chat"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { makeExpire } from "../../src/async-chat/expiry.ts"
import * as Sqlite from "../../src/database/sqlite.ts"
import { heartbeat } from "../../src/index.ts"
import { counted, countStatements, silent } from "../stores.ts"

const hour = 3_600_000

/** A clock whose time of day and running time are set apart. */
const makeClock = Effect.map(Clock.Clock, (real) => {
  const at = { wall: 1_790_000_000_000, running: 1 }
  return {
    at,
    clock: Object.assign(Object.create(real) as Clock.Clock, {
      currentTimeMillisUnsafe: () => at.wall,
      currentTimeMillis: Effect.sync(() => at.wall),
      monotonicTimeNanosUnsafe: () => BigInt(at.running) * 1_000_000n
    })
  }
})

const insertExpired = (count: number, bytes = 1) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const created_at = (yield* Clock.currentTimeMillis) - retention
    for (let index = 0; index < count; index++) {
      yield* sql`INSERT INTO async_chat ${sql.insert({
        id: `${count}-${index}`,
        group_id: "default",
        model: "sonar",
        status: "COMPLETED",
        request: "x".repeat(bytes),
        bytes,
        request_hash: "",
        created_at,
        starts: 1
      })}`
    }
  })

const left = counted("async_chat")

const emptyStore = Layer.merge(Sqlite.layer({ filename: ":memory:" }), silent)

describe("old async chats", () => {
  it.live("are deleted in chunks of rows and bytes, a large one alone", () =>
    Effect.gen(function* () {
      const { expire } = yield* makeExpire
      yield* insertExpired(450)
      yield* insertExpired(3, 9_000_000)
      // 200, 200 and 50 small rows, then each large one.
      assert.strictEqual(yield* countStatements(expire, /^DELETE/), 6)
      assert.strictEqual(yield* left, 0)
    }).pipe(Effect.provide(emptyStore))
  )

  it.live("are kept for an hour after the clock jumped, or a start long after the last write", () =>
    Effect.gen(function* () {
      const { at, clock } = yield* makeClock
      const pass = (milliseconds: number) => {
        at.wall += milliseconds
        at.running += milliseconds
      }
      yield* Effect.gen(function* () {
        let { expire } = yield* makeExpire
        for (const jump of [30 * 24 * hour, -400_000, undefined]) {
          if (jump === undefined) {
            yield* heartbeat
            at.wall += hour + 1
            expire = (yield* makeExpire).expire
          } else at.wall += jump
          yield* expire
          yield* insertExpired(1)
          pass(hour - 1)
          yield* expire
          assert.strictEqual(yield* left, 1)
          pass(1)
          yield* expire
          assert.strictEqual(yield* left, 0)
        }
      }).pipe(Effect.provide(emptyStore), Effect.provideService(Clock.Clock, clock))
    })
  )
})
