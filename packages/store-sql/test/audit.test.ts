// The audit log: what it records, that every changed, missing or inserted row is found, its head in a file, and its watch.
import { assert, describe } from "@effect/vitest"
import { ApiKeyVerifier, Caller } from "@leadline/core/authentication"
import { CurrentRequest } from "@leadline/core/internal"
import { layerMemory, RateLimiter } from "@leadline/core/rate-limit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  AuditNode,
  createKey,
  ensureKey,
  layerAuditAnchor,
  layerAuditRefusals,
  layerAuditWatch,
  listAudit,
  readAuditAnchor,
  recordStartAndStop,
  verifyAudit
} from "../src/index.ts"
import { generate as generateAs, revoke } from "./keys/apiKeysCalls.ts"
import {
  adjust,
  collecting,
  countStatements,
  directory,
  eventually,
  newStore,
  query,
  servedRequest,
  silent,
  startingAt,
  store,
  storeTest,
  test,
  testOver,
  wipeAudit
} from "./stores.ts"

const generate = generateAs()

/** Some events that fill every column at least once. */
const history = Effect.gen(function* () {
  yield* ensureKey()
  const [[key] = assert.fail("There is no key")] =
    yield* query`SELECT id FROM api_key WHERE created_by IS NULL`.values
  const { auth_token } = yield* generate.pipe(
    Effect.provideService(Caller, { group: "default", key: String(key) }),
    Effect.provideService(CurrentRequest, servedRequest("192.0.2.7")),
    Effect.annotateLogs({ requestId: "26bb90dc-78be-4ff9-a623-96388ccf5e9e" }),
    Effect.provideService(AuditNode, "node-a")
  )
  yield* revoke(auth_token)
  yield* Effect.scoped(recordStartAndStop("{}"))
})

const verdict = (head?: { readonly seq: number; readonly hash: string }) =>
  Effect.map(verifyAudit({ head }), ({ problem }) =>
    problem === undefined ? "whole" : `${"seq" in problem ? problem.seq : "key"} ${problem.reason}`
  )

describe("the audit log", () => {
  testOver(Layer.empty, startingAt(1_790_000_000_000))(
    "records actor, address and request, by ids and an HMAC that changes every month",
    function* () {
      const path = yield* directory
      const recorded = Effect.provide(Effect.andThen(history, listAudit(100)), store(path))
      const events = yield* recorded
      assert.deepEqual(
        events.map(({ action, outcome }) => `${action} ${outcome}`),
        ["key.create ok", "key.create ok", "key.revoke ok", "start ok", "stop ok"]
      )
      const made = events[1]
      assert.deepInclude(made, {
        node: "node-a",
        actor_key_id: events[0]?.object_id ?? "",
        request_id: "26bb90dc-78be-4ff9-a623-96388ccf5e9e",
        at: 1_790_000_000_000
      })
      assert.match(made?.address_hash ?? "", /^[0-9a-f]{32}$/)
      assert.notInclude(JSON.stringify(events), "192.0.2.7")
      yield* TestClock.adjust("31 days")
      assert.notStrictEqual((yield* recorded)[5]?.address_hash, made?.address_hash)
    }
  )

  storeTest("reveals a changed value of any column of any row, and a deleted or inserted row", function* () {
    yield* history
    const sql = yield* SqlClient.SqlClient
    const rows = yield* listAudit(100)
    for (const row of rows) {
      const at = sql`WHERE seq = ${row.seq}`
      const { seq, ...values } = row
      for (const [name, value] of Object.entries(values)) {
        const other = typeof value === "number" ? value + 1 : `${value ?? ""}x`
        yield* sql`UPDATE audit_event SET ${sql(name)} = ${other} ${at}`
        assert.match(yield* verdict(), new RegExp(`^${seq} `), `${name} of row ${seq}`)
        yield* sql`UPDATE audit_event SET ${sql.update({ ...row })} ${at}`
      }
      yield* sql`DELETE FROM audit_event ${at}`
      assert.strictEqual(yield* verdict(), `${seq} missing`)
      yield* sql`INSERT INTO audit_event ${sql.insert({ ...row })}`
    }
    assert.strictEqual(yield* verdict(), "whole")
    yield* sql`INSERT INTO audit_event ${sql.insert({ ...rows.at(-1), seq: 6 })}`
    assert.strictEqual(yield* verdict(), "6 unlinked")
    yield* sql`DELETE FROM audit_event WHERE seq >= 4`
    yield* generate
    assert.strictEqual(yield* verdict(), "4 missing")
  })

  storeTest("reveals a chain rewritten without the pepper, and records the broken seal", function* () {
    yield* history
    // Cut after the third row, with a matching head but no valid seal.
    const third = (yield* listAudit(100))[2]
    yield* query`DELETE FROM audit_event WHERE seq > 3`
    yield* query`UPDATE audit_head SET seq = 3, hash = ${third?.hash ?? ""}`
    assert.strictEqual(yield* verdict(), "3 unsealed")
    yield* generate
    assert.strictEqual(yield* verdict(), "4 resealed")
    yield* query`DELETE FROM audit_head`
    assert.strictEqual(yield* verdict(), "4 resealed")
    // A later head accepts the recorded break. More events than one page of the verification has.
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(Effect.replicateEffect(Effect.scoped(recordStartAndStop("{}")), 501))
    const { hash = "", seq = 0 } = (yield* listAudit(1))[0] ?? {}
    assert.strictEqual(yield* verdict({ seq, hash }), "whole")
  })
})

/** Runs an effect as a request from an address. */
const from = (host: number) => Effect.provideService(CurrentRequest, servedRequest(`10.0.0.${host}`))

testOver(
  Layer.provideMerge(
    layerAuditRefusals(),
    Layer.provideMerge(layerMemory({ requestsPerSecond: 2 }), newStore)
  )
)("refusals are counted by group, or by address, and written a minute later, in few rows", function* () {
  const { onMissing: missing = Effect.void, verify } = yield* ApiKeyVerifier
  const { take } = yield* RateLimiter
  const refused = Effect.gen(function* () {
    for (let host = 0; host < 200; host++) yield* Effect.andThen(missing, missing).pipe(from(host))
    for (let times = 0; times < 5; times++) {
      yield* Effect.flip(verify(Redacted.make("wrong"))).pipe(from(201))
      for (const group of ["a", "b"]) yield* take(group, "chat.create")
    }
  })
  assert.strictEqual(yield* countStatements(refused), 0)
  const minuteLater = Effect.andThen(adjust("61 seconds"), listAudit(1000))
  const events = yield* eventually(minuteLater, ({ length }) => length > 20)
  const outcomes = events.map(({ action, object_id, outcome }) => `${action} ${object_id} ${outcome}`)
  const single = Array<string>(20).fill("auth.fail  missing 2")
  const hits = ["limit.hit a refused 3", "limit.hit b refused 3"]
  const expected = [...single, "auth.fail  missing 360", "auth.fail  refused 5", ...hits]
  assert.deepEqual(outcomes.toSorted(), expected)
  assert.lengthOf(new Set(events.map(({ address_hash }) => address_hash)), 22)
})

const file = (path: string) => join(path, "audit-anchor")

const anchorVerdict = (path: string) =>
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
    assert.isUndefined(yield* anchorVerdict(path))
    writeFileSync(file(path), readFileSync(file(path), "utf8").replace(/^3:/, "2:"))
    assert.match((yield* Effect.flip(anchorVerdict(path))).message, /was not written under this pepper\.$/)
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
    assert.deepEqual(yield* anchorVerdict(path), { seq: 2, reason: "missing" })
    const before = readFileSync(file(path), "utf8")
    yield* anchored(path, createKey())
    assert.strictEqual(readFileSync(file(path), "utf8"), before)
    assert.isDefined(yield* anchorVerdict(path))
  })
})

const interval = 60_000

/** Waits until a verification has counted so many problems; over PostgreSQL the test clock ends some. */
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
  const broken = logged.filter((line) => line.includes("not intact"))
  assert.deepEqual(broken, ["The audit log is not intact: row 1 (changed). Run leadline audit verify."])
})
