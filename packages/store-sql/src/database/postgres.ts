// The Postgres dialect: an SqlClient over a pool of connections, and news of revoked keys by LISTEN and NOTIFY.
import * as PgClient from "@effect/sql-pg/PgClient"
import { RevocationBus } from "@leadline/core/authentication"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { requireFinished } from "./copy/unfinishedCopy.ts"
import { databaseName } from "./postgres/databaseName.ts"
import { serially } from "./dialect.ts"
import { isLocked } from "./lockWait.ts"
import { migrate, prepareTables } from "./migrate.ts"
import { reasonOf } from "./postgres/postgresError.ts"
import { makeSocket } from "./postgres/postgresSocket.ts"
import { tlsOf } from "./postgres/postgresTls.ts"
import { parseDatabaseUrl } from "./postgres/postgresUrl.ts"
import { makeTypes } from "./postgres/postgresTypes.ts"
import { StoreError } from "./StoreError.ts"
import { leaveAfter, StoreTimeout } from "./StoreTimeout.ts"

/** The database, and how it is used. Times are milliseconds. */
export interface PostgresOptions {
  /**
   * URL like `postgres://user:password@host:5432/database`, with the parameters of libpq: `sslmode`, `sslrootcert`,
   * `sslcert`, `sslkey`, `connect_timeout`, `application_name`, `options`, `host` and `port`. Others are refused.
   */
  readonly url: Redacted.Redacted
  /** Connections of this process; one more listens for revoked keys. Default 10. */
  readonly maxConnections?: number | undefined
  /**
   * Time that a request waits for its key, and then for what it asked; that the database works on one statement, or
   * waits for a lock; and one second less than a silent connection is kept. Default 5,000.
   */
  readonly statementTimeout?: number | undefined
  /**
   * Whether tables are created and updated. `"create"`: only those of an empty database are created; `"require"`: none
   * are; both refuse those of another version. Default true.
   */
  readonly migrate?: boolean | "create" | "require" | undefined
  /** Whether a database is opened into which a copy is not finished. Default false. */
  readonly acceptUnfinishedCopy?: boolean | undefined
}

const defaults = { maxConnections: 10, statementTimeout: 5_000 }

/** Milliseconds after which an unused connection is closed: to make one again takes several round trips. */
const unusedTimeout = 600_000

/** Milliseconds after which the database ends a transaction whose node is silent, so that others get its locks. */
const idleTimeout = 5_000

/** Milliseconds a connection has for an answer beyond the timeout, at which the database itself gives up. */
const answerMargin = 1_000

/** The oldest version that is supported, as `server_version_num` has it. */
const oldestVersion = 15

/** Bytes of the largest row: an async chat with its answer. */
const maxMessageSize = 134_217_728

const channel = "leadline_revoked"

/** Milliseconds a revocation waits for its message to be sent, and between two attempts to listen. */
const publishTimeout = 1_000
const listenPause = 500

const toStoreError = (url: Redacted.Redacted) => (error: SqlError.SqlError | StoreError) =>
  error instanceof StoreError
    ? error
    : new StoreError({
        message: `The database ${databaseName(url)} cannot be used: ${reasonOf(error)}.`,
        isOutage: true
      })

const clientOptions = ({ url, ...options }: PostgresOptions) =>
  Effect.try({
    try: (): PgClient.PgPoolConfig => {
      const timeout = options.statementTimeout ?? defaults.statementTimeout
      const parsed = parseDatabaseUrl(url)
      return {
        url: Redacted.make(parsed.href),
        ssl: tlsOf(parsed),
        maxConnections: (options.maxConnections ?? defaults.maxConnections) + 1,
        idleTimeout: unusedTimeout,
        maxMessageSize,
        types: makeTypes(),
        stream: makeSocket(parsed, { silence: timeout + answerMargin, keepAlive: idleTimeout }),
        startupParameters: {
          application_name: parsed.searchParams.get("application_name") ?? "leadline",
          statement_timeout: `${timeout}ms`,
          lock_timeout: `${timeout}ms`,
          idle_in_transaction_session_timeout: `${idleTimeout}ms`
        }
      }
    },
    catch: (cause) =>
      cause instanceof StoreError ? cause : new StoreError({ message: "The database URL is invalid." })
  })

const checkServer = Effect.fnUntraced(function* (client: SqlClient.SqlClient) {
  const [row] = yield* client<{
    readonly version: string
    readonly encoding: string
    readonly schema: string | null
  }>`SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
    current_schema() AS schema`
  const major = Math.floor(Number(row?.version) / 10_000)
  if (major < oldestVersion) {
    return yield* new StoreError({
      message: `The database is PostgreSQL ${major}: expected ${oldestVersion} or later.`
    })
  }
  // Another one cannot store every text of a chat.
  if (row?.encoding !== "UTF8") {
    return yield* new StoreError({
      message: `The database has the encoding ${row?.encoding}: create one with createdb --encoding=UTF8 --template=template0.`
    })
  }
  if (row.schema !== null) return
  return yield* new StoreError({ message: "The database has no schema of its search_path: create it." })
})

/** Notifications between the nodes on one database. They may be lost, so receivers poll as well. */
const makeBus = (client: PgClient.PgClient) => ({
  publish: Effect.ignore(leaveAfter(publishTimeout, () => Effect.void)(client.notify(channel, ""))),
  subscribe: Effect.fnUntraced(function* (onNews: Effect.Effect<void>) {
    const attempted = yield* Deferred.make<void>()
    const listen = Effect.scoped(
      Effect.gen(function* () {
        const news = yield* Effect.ensuring(client.listen(channel), Deferred.succeed(attempted, undefined))
        // It may have missed some until now.
        yield* onNews
        while (true) {
          yield* Queue.takeAll(news)
          yield* onNews
        }
      })
    )
    yield* Effect.forkScoped(Effect.retry(Effect.ensuring(listen, onNews), Schedule.spaced(listenPause)))
    yield* Deferred.await(attempted)
  })
})

const open = (config: PgClient.PgPoolConfig) =>
  Effect.map(PgClient.make(config), (client) => Object.assign(client, { withTransaction: serially(client) }))

/** Migrates on a connection of its own, which waits for each statement, and for another node that migrates. */
const migrateTables = (config: PgClient.PgPoolConfig) =>
  open({ ...config, maxConnections: 1, stream: undefined, keepAlive: idleTimeout }).pipe(
    Effect.flatMap((client) =>
      Effect.retry(Effect.provideService(migrate, SqlClient.SqlClient, client), { while: isLocked })
    ),
    Effect.scoped
  )

const make = Effect.fnUntraced(function* (options: PostgresOptions) {
  const config = yield* clientOptions(options)
  const client = yield* open(config)
  yield* checkServer(client)
  if (options.acceptUnfinishedCopy !== true) {
    yield* Effect.provideService(requireFinished, SqlClient.SqlClient, client)
  }
  yield* prepareTables(options.migrate ?? true, migrateTables(config)).pipe(
    Effect.provideService(SqlClient.SqlClient, client)
  )
  return Context.make(SqlClient.SqlClient, client as SqlClient.SqlClient).pipe(
    Context.add(RevocationBus, makeBus(client)),
    Context.add(StoreTimeout, options.statementTimeout ?? defaults.statementTimeout)
  )
})

/**
 * An SQL client over a PostgreSQL of version 15 or later in UTF8, with current tables, which several nodes may share.
 * While the database is away, statements fail, and connections are made again as soon as it is back. Fails with one
 * {@link StoreError} when it cannot be used at the start.
 */
export const layer = (options: PostgresOptions): Layer.Layer<SqlClient.SqlClient, StoreError> =>
  Layer.effectContext(Effect.mapError(make(options), toStoreError(options.url))).pipe(
    Layer.provide(Reactivity.layer)
  )
