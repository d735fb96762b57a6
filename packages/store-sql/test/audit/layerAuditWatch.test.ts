// What a server finds of its audit log while it runs.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { createGroup, createKey, disableGroup, layerAuditWatch } from "../../src/index.ts"
import { accepts, adjust, collecting, directory, eventually, noticed, store } from "../stores.ts"
import { test } from "../effects.ts"

const problems = Effect.map(Metric.snapshot, (all) =>
  all.flatMap(({ id, state }) =>
    id === "leadline_audit_problems" && "value" in state ? [Number(state.value)] : []
  )
)

const interval = 60_000

/**
 * Waits until a verification has counted so many problems. One whose connection the test clock has ended over PostgreSQL
 * counts nothing: the next one does.
 */
const whenCounted = (count: number) => eventually(problems, (found) => found[0] === count, adjust(interval))

/** Runs an effect beside the watch of a store; gives what was logged as not intact. */
const watched = Effect.fnUntraced(function* <A, E>(
  path: string,
  run: Effect.Effect<A, E, Layer.Success<ReturnType<typeof store>>>
) {
  const logged: Array<string> = []
  const anchorFile = join(path, "audit-anchor")
  const layer = layerAuditWatch({ anchorFile, interval }).pipe(
    Layer.provideMerge(store(path)),
    Layer.provideMerge(collecting(logged))
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
  test("finds an old row of a group that was put back together with a rewritten event", function* () {
    const { logged } = yield* watched(
      yield* directory,
      Effect.gen(function* () {
        yield* whenCounted(0)
        const key = yield* enableBySql
        yield* noticed
        // Nothing in the row and in its event tells.
        yield* accepts(key)
        yield* whenCounted(1)
        // Once more: it is logged once.
        yield* adjust(interval)
        yield* whenCounted(1)
      })
    )
    assert.deepEqual(logged, [notIntact("3 (changed)")])
  })
})
