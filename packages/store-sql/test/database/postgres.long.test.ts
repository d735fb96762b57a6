// What only a PostgreSQL has: several nodes with news of each other, transactions side by side.
import { assert, describe } from "@effect/vitest"
import { RevocationBus } from "@leadline/core/authentication"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { inGroup } from "../../src/database/dialect.ts"
import * as Postgres from "../../src/database/postgres.ts"
import { createGroup, createKey, layerApiKeyVerifier, revokeKeys, verifyAudit } from "../../src/index.ts"
import {
  accepts,
  adjust,
  begun,
  check,
  directory,
  eventually,
  postgresUrl,
  query,
  refuses,
  store,
  storeTest,
  tables,
  test
} from "../stores.ts"

const silentBus = Layer.succeed(RevocationBus, { publish: Effect.void, subscribe: () => Effect.void })

describe("nodes on one PostgreSQL", () => {
  // The clock stands still: no node polls.
  test("hear of a revoked key, and find it within a second where they hear nothing", function* () {
    const path = yield* directory
    const deaf = layerApiKeyVerifier.pipe(Layer.provideMerge(silentBus), Layer.provideMerge(tables(path)))
    const one = yield* Layer.build(store(path))
    const two = yield* Layer.build(store(path))
    const three = yield* Layer.build(Layer.fresh(deaf))
    const { id, key } = yield* Effect.provide(createKey(), one)
    for (const node of [one, two]) yield* Effect.provide(accepts(key), node)
    yield* Effect.provide(accepts(key), three)
    yield* Effect.provide(revokeKeys({ ids: [id] }), one)
    yield* Effect.provide(refuses(key), one)
    yield* eventually(Effect.provide(check(key), two), (found) => found === "AuthenticationError")
    yield* Effect.provide(accepts(key), three)
    yield* Effect.provide(adjust(1_000), three)
    yield* Effect.provide(refuses(key), three)
  })

  test.live("migrate an empty database once, and change its audit log one by one", function* () {
    const path = yield* directory
    const nodes = yield* Effect.all(
      Array.from({ length: 4 }, () => Layer.build(store(path))),
      { concurrency: "unbounded" }
    )
    const keys = Array.from({ length: 30 }, (_, at) =>
      Effect.provide(createKey(), nodes[at % 4] ?? assert.fail())
    )
    yield* Effect.all(keys, { concurrency: "unbounded" })
    const { events, problem } = yield* Effect.provide(verifyAudit(), store(path))
    assert.isUndefined(problem)
    assert.strictEqual(events, 30)
  })
})

storeTest.live("a database of another encoding than UTF-8, or that does not exist, is refused", function* () {
  yield* query`CREATE DATABASE of_latin1 TEMPLATE template0 ENCODING 'LATIN1'`
  for (const [pathname, reason] of [
    ["of_latin1", /^The database has the encoding LATIN1: create one with createdb --encoding=UTF8/],
    ["of_nobody", / cannot be used: it does not exist \(3D000\)\.$/]
  ] as const) {
    const url = Redacted.make(Object.assign(new URL(postgresUrl ?? ""), { pathname }).href)
    const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ url }))))
    assert.match(message, reason)
  }
})

describe("transactions on a PostgreSQL", () => {
  storeTest.live("of one group run in order, however many, and others beside", function* () {
    yield* createGroup("busy")
    yield* createGroup("other")
    const gate = yield* Deferred.make<void>()
    const order: Array<number> = []
    const all = Array.from({ length: 20 }, (_, at) => at)
    const end = (at: number) => Effect.sync(() => void order.push(at))
    const busy = yield* Effect.forEach(all, (at) =>
      begun(inGroup("busy")(Effect.andThen(Deferred.await(gate), end(at))))
    )
    assert.deepEqual(yield* inGroup("other")(query`SELECT 1 AS one`), [{ one: 1 }])
    assert.deepEqual(yield* query`SELECT 2 AS two`, [{ two: 2 }])
    yield* createKey({ group: "other" })
    assert.isEmpty(order)
    yield* Deferred.succeed(gate, undefined)
    yield* Effect.forEach(busy, Fiber.join)
    assert.deepEqual(order, all)
  })

  storeTest.live("whose connection is lost fail with an SQL error, and the next one runs", function* () {
    const sql = yield* SqlClient.SqlClient
    const terminate = sql`SELECT pg_terminate_backend(pg_backend_pid())`
    for (const work of [Effect.asVoid(terminate), Effect.ignore(terminate)]) {
      const exit = yield* Effect.exit(sql.withTransaction(work))
      assert.deepEqual(exit._tag === "Failure" && exit.cause.reasons.map(({ _tag }) => _tag), ["Fail"])
    }
    yield* createKey()
  })
})
