// The URL of a PostgreSQL, and why one cannot be used, in one line without user and password.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Postgres from "../../src/database/postgres.ts"
import { databaseName } from "../../src/database/postgres/databaseName.ts"
import { databaseUrlProblem } from "../../src/database/postgres/postgresUrl.ts"
import { tlsOf } from "../../src/database/postgres/postgresTls.ts"
import { test } from "../effects.ts"
import * as SqlError from "effect/sql/SqlError"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { reasonOf } from "../../src/database/postgres/postgresError.ts"

test.each(["sslmod=require", "pgbouncer=true", "SSLMODE=verify-full"])(
  "a URL with %s is refused, before anything is connected",
  function* (parameter) {
    const url = Redacted.make(`postgres://db.invalid/leadline?${parameter}`)
    const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ url }))))
    assert.match(message, /unknown parameter "(?:sslmod|pgbouncer|SSLMODE)": expected sslmode, sslrootcert/)
  }
)

const problem = (text: string) => databaseUrlProblem(Redacted.make(text))

describe("a database URL", () => {
  it.each([
    ["postgres://leadline:secret@db:5432", "it names no database"],
    ["postgres://leadline:100%secret@db/leadline", "a % is not followed by two hex digits"],
    ["postgres://leadline:%FFsecret@db/leadline", "its %XX are not those of UTF-8"],
    ["postgres://leadline:secret/@db/leadline", "write / ? # and @ of a user or password"],
    ["postgres://leadline:secret@db:999999/leadline", "its port is not a number from 1 to 65535"],
    ["postgres://leadline:secret@db:0/leadline", "its port is not a number from 1 to 65535"],
    ["postgres://leadline:secret@db1:5432,db2:5432/leadline", "it names several hosts: expected one"],
    ["postgres://leadline:secret@db/leadline/x", "expected a URL like postgres://"],
    ["mysql://leadline:secret@db/leadline", "expected a URL like postgres://"]
  ])("%s is refused for what is wrong, without showing it", (text, expected) => {
    const found = problem(text) ?? ""
    assert.isTrue(found.startsWith(expected), found)
    assert.notInclude(found, "secret")
  })

  it.each([
    ["postgres://leadline:pass%2Fword@db.internal:5432/leadline", "postgres://db.internal:5432/leadline"],
    ["postgresql://leadline@[::1]:5432/leadline?sslmode=disable", "postgres://[::1]:5432/leadline"],
    ["postgres://leadline@:6000/leadline", "postgres://localhost:6000/leadline"],
    ["postgres://leadline:x@%2Frun%2Fpg/leadline", "postgres://%2Frun%2Fpg/leadline"],
    ["postgres://leadline@/leadline?host=/run/pg", "postgres:///leadline?host=/run/pg"]
  ])("%s is accepted, and shown as %s", (text, shown) => {
    assert.isUndefined(problem(text))
    assert.strictEqual(databaseName(Redacted.make(text)), shown)
  })
})

const tls = (parameters: string) => tlsOf(new URL(`postgres://db.example/leadline${parameters}`))

describe("TLS of a database URL", () => {
  it("is off without sslmode, and never falls back to none", () => {
    assert.isFalse(tls(""))
    assert.isFalse(tls("?sslmode=disable"))
    for (const mode of ["prefer", "allow", "on", ""]) {
      assert.throws(
        () => tls(`?sslmode=${mode}`),
        /sslmode must be one of disable, require, verify-ca, verify-full/
      )
    }
  })

  it("checks the certificate, and with verify-ca any host name", () => {
    assert.deepEqual(tls("?sslmode=require"), {})
    assert.deepEqual(tls("?sslmode=verify-full"), {})
    assert.hasAllKeys(tls("?sslmode=verify-ca"), ["checkServerIdentity"])
  })

  it("reads its files, and names the parameter of one that is missing", () => {
    const file = encodeURIComponent(import.meta.filename)
    assert.hasAllKeys(tls(`?sslmode=verify-full&sslrootcert=${file}&sslcert=${file}&sslkey=${file}`), [
      "ca",
      "cert",
      "key"
    ])
    assert.throws(
      () => tls("?sslmode=require&sslrootcert=/does/not/exist"),
      /the file of sslrootcert cannot be read/
    )
  })
})

const refusal = 'refused for user "someone"'

/** The port of a server that answers each start of a connection with an error of that code. */
const refusing = (code: string, text = refusal) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0Dcanary\0\0`)
      const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4])
      const server = createServer((socket) => {
        socket.on("error", () => undefined)
        socket.once("data", () => socket.end(Buffer.concat([head, fields])))
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return server
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => (server.address() as AddressInfo).port))

const messageOf = (port: number) =>
  Postgres.layer({ url: Redacted.make(`postgres://someone:secret@127.0.0.1:${port}/db`) }).pipe(
    Layer.build,
    Effect.flip,
    Effect.map(({ message }) => message),
    Effect.scoped
  )

it.live.each([
  ["28P01", refusal, "it refuses the user or the password (28P01)"],
  [
    "28000",
    refusal,
    "it has no such user, or its pg_hba.conf asks for another address, certificate or TLS of this user (28000)"
  ],
  ["3D000", refusal, "it does not exist (3D000)"],
  ["22P02", 'invalid input for type json: "a "b"', 'invalid input for type json: "…" (22P02)'],
  ["08P01", `server login failed: ${refusal}`, 'server login failed: refused for user "…" (08P01)'],
  [
    "08P01",
    "unsupported startup parameter: lock_timeout",
    "PgBouncer refuses lock_timeout: set ignore_startup_parameters = " +
      "statement_timeout,lock_timeout,idle_in_transaction_session_timeout there (08P01)"
  ],
  [
    "26000",
    'prepared statement "effect_1" does not exist',
    "a proxy in front of it changes the connection between statements: set pool_mode = session in PgBouncer (26000)"
  ]
] as const)("says what error %s means: %s", ([code, text, reason]) =>
  Effect.gen(function* () {
    const port = yield* refusing(code, text)
    const message = yield* messageOf(port)
    assert.strictEqual(message, `The database postgres://127.0.0.1:${port}/db cannot be used: ${reason}.`)
  }).pipe(Effect.scoped)
)

test.live("says that nothing listens", function* () {
  // It has ended with its scope.
  const port = yield* Effect.scoped(refusing("57P03"))
  assert.include(
    yield* messageOf(port),
    "cannot be used: nothing listens on its host and port (ECONNREFUSED)."
  )
})

const unconnected = (message: string, code?: string) =>
  reasonOf(
    new SqlError.SqlError({
      reason: new SqlError.ConnectionError({
        cause: Object.assign(new Error("canary"), { code }),
        message: `PgConnection: ${message}`
      })
    })
  )

it.each([
  [
    "SELF_SIGNED_CERT_IN_CHAIN",
    /^the authority of its certificate is not known: .* sslrootcert.* \(SELF_SIGNED/
  ],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /^its certificate is that of another host: .*sslmode=verify-ca/],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", /set sslcert and sslkey/],
  ["ECONNRESET", /^Failed to connect \(ECONNRESET\)$/]
])("says what %s of Node means, without its text", (code, expected) => {
  assert.match(unconnected("Failed to connect", code), expected)
  assert.notInclude(unconnected("Failed to connect", code), "canary")
})

it.each([
  ["Server refused TLS", "it has no TLS: set ssl = on there, or take sslmode out of the URL"],
  ["No password configured", "it asks for a password, and its URL has none"],
  ["Connection timed out", "Connection timed out"]
])("says what the driver means by %s", (said, reason) => {
  assert.strictEqual(unconnected(said), reason)
})
