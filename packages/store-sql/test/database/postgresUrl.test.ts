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

test.live("a database where nothing listens is named without user and password", function* () {
  const url = Redacted.make("postgres://someone:secret@127.0.0.1:1/db")
  const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ url }))))
  assert.strictEqual(
    message,
    "The database postgres://127.0.0.1:1/db cannot be used: nothing listens on its host and port (ECONNREFUSED)."
  )
})

/** What PostgreSQL answers, where an error of Node or of the driver has no severity. */
const severity = "FATAL"

it.each([
  ["28P01", severity, 'refused for user "someone"', "it refuses the user or the password (28P01)"],
  ["22P02", severity, 'invalid input for type json: "a "b"', 'invalid input for type json: "…" (22P02)'],
  ["08P01", severity, 'login failed for user "someone"', 'login failed for user "…" (08P01)'],
  [
    "08P01",
    severity,
    "unsupported startup parameter: lock_timeout",
    "PgBouncer refuses lock_timeout: set ignore_startup_parameters = " +
      "statement_timeout,lock_timeout,idle_in_transaction_session_timeout there (08P01)"
  ],
  ["CERT_HAS_EXPIRED", undefined, "Failed", "its certificate is not valid today (CERT_HAS_EXPIRED)"],
  ["ECONNRESET", undefined, "Failed to connect", "Failed to connect (ECONNRESET)"],
  [undefined, undefined, "No password configured", "it asks for a password, and its URL has none"],
  [undefined, undefined, "Connection timed out", "Connection timed out"]
])("an error of the code %s (%s) says: %s: %s", (code, level, text, expected) => {
  const cause = Object.assign(new Error(text), { code }, level !== undefined && { severity: level })
  const reason = new SqlError.ConnectionError({ cause, message: `PgConnection: ${text}` })
  assert.strictEqual(reasonOf(new SqlError.SqlError({ reason })), expected)
})
