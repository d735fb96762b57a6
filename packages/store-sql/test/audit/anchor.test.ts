// The head of the audit log in a file, and the watch that compares them.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  createKey,
  layerAuditAnchor,
  layerAuditWatch,
  listAudit,
  readAuditAnchor,
  verifyAudit
} from "../../src/index.ts"
import {
  adjust,
  collecting,
  directory,
  eventually,
  query,
  silent,
  store,
  test,
  wipeAudit
} from "../stores.ts"

const file = (path: string) => join(path, "audit-anchor")

const verdict = (path: string) =>
  Effect.gen(function* () {
    const anchor = yield* readAuditAnchor(file(path))
    return (yield* verifyAudit({ anchor })).problem
  }).pipe(Effect.provide(store(path)))

const anchored = <A, E, R>(path: string, run: Effect.Effect<A, E, R>, logs: Layer.Layer<never> = silent) =>
  Effect.provide(
    run,
    layerAuditAnchor({ file: file(path) }).pipe(Layer.provideMerge(store(path)), Layer.provideMerge(logs))
  )

describe("the audit anchor", () => {
  test("is the sealed head of the log: at the start, every five minutes, in a log line, and at the end", function* () {
    const path = yield* directory
    const logged: Array<string> = []
    const read = Effect.sync(() => readFileSync(file(path), "utf8"))
    yield* Effect.provide(createKey(), store(path))
    const run = Effect.gen(function* () {
      const first = yield* read
      yield* createKey()
      const second = yield* eventually(read, (text) => text !== first, adjust("5 minutes"))
      yield* createKey()
      return [first, second]
    })
    const lines = [...(yield* anchored(path, run, collecting(logged))), yield* read]
    assert.deepEqual(
      lines.map((line) => /^(\d+):[0-9a-f]{64} [0-9a-f]{32}\n$/.exec(line)?.[1]),
      ["1", "2", "3"]
    )
    assert.strictEqual(statSync(file(path)).mode & 0o777, 0o600)
    assert.lengthOf(
      logged.filter((message) => message.startsWith("Audit head")),
      1
    )
    assert.isUndefined(yield* verdict(path))
    writeFileSync(file(path), readFileSync(file(path), "utf8").replace(/^3:/, "2:"))
    assert.match((yield* Effect.flip(verdict(path))).message, /was not written under this pepper\.$/)
  })

  test("reveals a log that was cut to an older head, and is not overwritten then", function* () {
    const path = yield* directory
    yield* anchored(path, Effect.andThen(createKey(), createKey()))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // All traces of the second key.
      const [first, second] = yield* listAudit(2)
      yield* sql`DELETE FROM api_key WHERE id = ${second?.object_id ?? ""}`
      yield* wipeAudit
      yield* sql`INSERT INTO audit_event ${sql.insert({ ...first })}`
    }).pipe(Effect.provide(store(path)))
    assert.deepEqual(yield* verdict(path), { seq: 2, reason: "missing" })
    const before = readFileSync(file(path), "utf8")
    yield* anchored(path, createKey())
    assert.strictEqual(readFileSync(file(path), "utf8"), before)
    assert.isDefined(yield* verdict(path))
  })
})

const interval = 60_000

/**
 * Waits until a verification has counted so many problems. One whose connection the test clock has ended over PostgreSQL
 * counts nothing: the next one does.
 */
const whenCounted = (count: number) => {
  const gauge = Effect.map(Metric.snapshot, (all) => all.find(({ id }) => id === "leadline_audit_problems"))
  return eventually(gauge, (found) => Object(found?.state).value === count, adjust(interval))
}

test("the watch of the audit log counts a changed row, and logs it once", function* () {
  const path = yield* directory
  const logged: Array<string> = []
  const layer = layerAuditWatch({ anchorFile: file(path), interval }).pipe(
    Layer.provideMerge(store(path)),
    Layer.provideMerge(collecting(logged))
  )
  yield* Effect.gen(function* () {
    yield* whenCounted(0)
    yield* createKey()
    yield* query`UPDATE audit_event SET action = 'config.change'`
    for (let times = 0; times < 2; times++) yield* whenCounted(1)
  }).pipe(Effect.provide(layer), Effect.provideService(Metric.MetricRegistry, new Map()))
  assert.deepEqual(
    logged.filter((line) => line.includes("not intact")),
    ["The audit log is not intact: row 1 (changed). Run leadline audit verify."]
  )
})
