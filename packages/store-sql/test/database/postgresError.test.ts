// Why a PostgreSQL cannot be used, in one line without user and password.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlError from "effect/sql/SqlError"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import * as Postgres from "../../src/database/postgres.ts"
import { reasonOf } from "../../src/database/postgres/postgresError.ts"
import { test } from "../effects.ts"

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
