// What a server finds of its audit log while it runs.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import {
  createGroup,
  createKey,
  disableGroup,
  layerAuditAnchor,
  layerAuditWatch,
  verifyAudit
} from "../../src/index.ts"
import { adjust, check, directory, eventually, noticed, store } from "../stores.ts"

const problems = Effect.map(Metric.snapshot, (all) =>
  all.flatMap(({ id, state }) =>
    id === "leadline_audit_problems" && "value" in state ? [Number(state.value)] : []
  )
)

/** Waits until a verification has counted so many problems: over PostgreSQL it takes real time. */
const counted = (count: number) =>
  eventually(Effect.andThen(adjust(0), problems), (found) => found[0] === count)

/** Runs an effect beside the watch of a store; gives what was logged as not intact. */
const watched = Effect.fnUntraced(function* <A, E>(
  path: string,
  run: Effect.Effect<A, E, Layer.Success<ReturnType<typeof store>>>
) {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push(String(message)))
  const anchorFile = join(path, "audit-anchor")
  const layer = layerAuditWatch({ anchorFile }).pipe(
    Layer.provideMerge(store(path)),
    Layer.provideMerge(Logger.layer([logger]))
  )
  yield* run.pipe(Effect.provide(layer), Effect.provideService(Metric.MetricRegistry, new Map()))
  return { logged: logged.filter((line) => line.includes("not intact")) }
})

/** Enables the disabled group `acme` by SQL: its row of before, and another action of the event that disabled it. */
const enableBySql = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* createGroup("acme")
  const { key } = yield* createKey({ group: "acme" })
  const [before] = yield* sql`SELECT * FROM api_group WHERE id = 'acme'`
  yield* disableGroup("acme")
  yield* sql`UPDATE api_group SET ${sql.update({ ...before })} WHERE id = 'acme'`
  yield* sql`UPDATE audit_event SET action = 'config.change' WHERE seq = 3`
  return key
})

const notIntact = (row: string) => `The audit log is not intact: row ${row}. Run leadline audit verify.`

describe("the watch of the audit log", () => {
  it.effect("finds an old row of a group that was put back together with a rewritten event", () =>
    Effect.gen(function* () {
      const { logged } = yield* watched(
        yield* directory,
        Effect.gen(function* () {
          yield* counted(0)
          const key = yield* enableBySql
          yield* noticed
          // Nothing in the row and in its event tells.
          assert.isObject(yield* check(key))
          yield* adjust("1 hour")
          yield* counted(1)
          yield* adjust("1 hour")
          yield* counted(1)
        })
      )
      assert.deepEqual(logged, [notIntact("3 (changed)")])
    })
  )

  it.effect("finds it at the next start", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.provide(enableBySql, store(path))
      const { logged } = yield* watched(path, counted(1))
      assert.deepEqual(logged, [notIntact("3 (changed)")])
    })
  )

  it.effect("finds a rewritten chain behind a broken seal by the anchor, and goes on behind the seal", () =>
    Effect.gen(function* () {
      const path = yield* directory
      yield* Effect.gen(function* () {
        yield* createKey()
        yield* createKey()
      }).pipe(
        Effect.provide(
          layerAuditAnchor({ file: join(path, "audit-anchor") }).pipe(Layer.provideMerge(store(path)))
        )
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM audit_event`
        yield* sql`DELETE FROM audit_head`
        yield* createKey()
        yield* createKey()
        assert.deepEqual((yield* verifyAudit()).problem, { seq: 1, reason: "resealed" })
      }).pipe(Effect.provide(store(path)))
      const { logged } = yield* watched(path, counted(2))
      assert.deepEqual(logged, [notIntact("1 (resealed)"), notIntact("2 (anchor)")])
    })
  )
})
