// Tests written as generators of effects, over stores in directories that are removed at their end: of SQLite, or in the
// project over PostgreSQL of that.
import { it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as ApiKeyVerifier from "@leadline/core/authentication"
import type { ServedRequest } from "@leadline/core/internal"
import type { Policy } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"
import * as Postgres from "../src/database/postgres.ts"
import * as Sqlite from "../src/database/sqlite.ts"
import type { StoreError } from "../src/database/StoreError.ts"
import { layerApiKeys, layerApiKeyVerifier, layerPepperFile, verifyAudit } from "../src/index.ts"
import { postgresUrl } from "./time.ts"

export * from "./time.ts"

type Steps<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

/** What is done around a test and its layer, such as to set the clock. */
type Around = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Tests that each build the layer anew. They run on Effect's `TestClock`; those of `live` run on the real clock. */
export const testOver = <R>(layer: Layer.Layer<R, unknown, Scope.Scope>, around: Around = (test) => test) => {
  const run = (steps: () => Steps<R>) => around(Effect.provide(Effect.gen(steps), layer))
  const test = (title: string, steps: () => Steps<R>) => it.effect(title, () => run(steps))
  const live = (title: string, steps: () => Steps<R>) => it.live(title, () => run(steps))
  const skipIf = (isSkipped: boolean) => (title: string, steps: () => Steps<R>) =>
    it.effect.skipIf(isSkipped)(title, () => run(steps))
  const each =
    <const Row>(rows: ReadonlyArray<Row>) =>
    (title: string, steps: (row: Row) => Steps<R>) =>
      it.effect.each(rows)(title, (row) => run(() => steps(row)))
  return Object.assign(test, { live, skipIf, each })
}

/** A test over nothing. */
export const test = testOver(Layer.empty)

/** Begins an effect at once, in a fiber of its own. */
export const begun = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.forkChild(effect, { startImmediately: true })

/** The rows of a statement, or its `values`. */
export const query = <A extends object = { readonly [column: string]: unknown }>(
  strings: TemplateStringsArray,
  ...parameters: ReadonlyArray<unknown>
) => {
  const statement = Effect.map(SqlClient.SqlClient, (sql) => sql<A>(strings, ...parameters))
  return Object.assign(Effect.flatten(statement), {
    values: Effect.flatMap(statement, ({ values }) => values)
  })
}

const memory = "/dev/shm"
const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }

/** Where directories are: in memory, where a gigabyte is free, as every transaction of SQLite waits for its disk. */
const scratch = bavail * bsize > 1e9 ? memory : tmpdir()

/** A new directory, removed when the scope closes. */
export const directory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(scratch, "leadline-store-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The database file of a store. */
export const file = (path: string) => join(path, "leadline.db")

type OpenOptions = Pick<Postgres.PostgresOptions, "acceptUnfinishedCopy" | "migrate">

/** A schema of a PostgreSQL, named after a directory; it is created if it does not exist. */
const schema = (url: string, path: string, options: OpenOptions) => {
  const name = `store_${createHash("sha256").update(path).digest("hex").slice(0, 16)}`
  const prepared = Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    const create = sql`CREATE SCHEMA IF NOT EXISTS ${sql(name)}`
    // Two that create it at once do not see each other.
    yield* Effect.retry(create, { times: 3 })
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.orDie)
  // The test clock would time connections out that are made while it is moved.
  const own = Redacted.make(
    `${url}?connect_timeout=0&application_name=${name}&options=-csearch_path%3D${name}`
  )
  return Layer.unwrap(Effect.as(prepared, Postgres.layer({ ...options, url: own, maxConnections: 4 })))
}

/** The database of a directory: its file, or in the project over PostgreSQL a schema. */
export const database = (path: string, options: OpenOptions = {}) =>
  postgresUrl === undefined
    ? Sqlite.layer({ ...options, filename: file(path) })
    : schema(postgresUrl, path, options)

/** A new database without tables. */
export const emptyDatabase: Layer.Layer<SqlClient.SqlClient, StoreError> = Layer.fresh(
  Layer.unwrap(Effect.map(directory, (path) => database(path, { migrate: false })))
)

/** No log lines. */
export const silent = Logger.layer([])

/** Collects the messages of the log. */
export const collecting = (lines: Array<string>) =>
  Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])

/** Tables and pepper in a directory, without anything that polls them. */
export const tables = (path: string) =>
  Layer.fresh(Layer.mergeAll(database(path), layerPepperFile({ directory: path })))

/**
 * A complete store in a directory. Opening it twice simulates two processes, or a restart. It polls the revocations
 * twice a second, so set the test clock before building it.
 */
export const store = (path: string) =>
  Layer.fresh(Layer.mergeAll(layerApiKeyVerifier, layerApiKeys()).pipe(Layer.provideMerge(tables(path))))

/** A new store for one test. */
export const newStore = Layer.unwrap(Effect.map(directory, store))

/** A test over {@link newStore}, which shows no log lines. */
export const storeTest = testOver(Layer.merge(newStore, silent))

/** Tables and pepper for one test. */
export const newTables = Layer.unwrap(Effect.map(directory, tables))

/** Two nodes on one new store. */
export const twoNodes = Effect.gen(function* () {
  const path = yield* directory
  return [yield* Layer.build(store(path)), yield* Layer.build(store(path))] as const
})

/** Renames the pepper of a directory, so that the next start makes a new one and keeps this as the previous. */
export const rotatePepper = (path: string) =>
  Effect.sync(() => renameSync(join(path, "pepper"), join(path, "pepper.previous")))

/** Removes the pepper of a directory, or its previous one. */
export const losePepper = (path: string, name = "pepper") => Effect.sync(() => rmSync(join(path, name)))

/** Inserts a group by SQL, if it does not exist. */
export const insertGroup = (id: string, more: object = {}) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`INSERT INTO api_group ${sql.insert({ id, name: id, created_at: 0, ...more })} ON CONFLICT DO NOTHING`
  )

/** Deletes the audit log by SQL. */
export const wipeAudit = Effect.gen(function* () {
  yield* query`DELETE FROM audit_event`
  yield* query`DELETE FROM audit_head`
})

/** What a verification of the audit log finds. */
export const problem = Effect.map(verifyAudit(), (report) => report.problem)

/** The number of rows of a table. */
export const counted = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM ${sql(table)}`
    return Number(row?.count)
  })

/** The caller of a key that must be valid. */
export const accepted = (key: Redacted.Redacted) =>
  Effect.flatMap(ApiKeyVerifier.ApiKeyVerifier, (keys) => keys.verify(key))

/** Verifies a key: its caller, or the tag of the error. */
export const check = (key: Redacted.Redacted) =>
  accepted(key).pipe(Effect.catch((error) => Effect.succeed(error._tag)))

/** Asserts that a key is valid. */
export const accepts = (key: Redacted.Redacted) => Effect.map(check(key), (found) => assert.isObject(found))

/** Asserts that a key is refused as any wrong one. */
export const refuses = (key: Redacted.Redacted) =>
  Effect.map(check(key), (found) => assert.strictEqual(found, "AuthenticationError"))

/** The tag of an effect's error, or `success`. */
export const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: () => "success" })

/** Runs an effect, and counts its statements that a pattern matches. */
export const countStatements = Effect.fnUntraced(function* <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  pattern: RegExp = /^\s*(?:UPDATE|INSERT)/
) {
  let count = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) => {
    if (pattern.test(statement.compile()[0])) count++
    return Effect.succeed(statement)
  })
  return count
})

/** A request of an address, as services see it. */
export const servedRequest = (remoteAddress: string): ServedRequest => ({
  id: "26bb90dc-78be-4ff9-a623-96388ccf5e9e",
  remoteAddress,
  addHeaders: () => undefined,
  engine: undefined,
  attempts: 0
})

/** A policy that promises an error of at most so much. */
export const policy = (error: number): Policy => ({
  version: 1,
  model: "decider-27b",
  source: "embedded",
  answeredBy: { model: "embedded", decimals: null },
  questionsHash: "00",
  labelsHash: "00",
  fits: 1,
  promise: { error, confidence: 0.95 },
  questions: {}
})
