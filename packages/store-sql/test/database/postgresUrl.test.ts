// The URL of a PostgreSQL and the socket to it, and why one cannot be used, in one line without user and password.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlError from "effect/sql/SqlError"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Duplex } from "node:stream"
import { afterEach, beforeEach, onTestFinished, vi } from "vitest"
import * as Postgres from "../../src/database/postgres.ts"
import { databaseName } from "../../src/database/postgres/databaseName.ts"
import { reasonOf } from "../../src/database/postgres/postgresError.ts"
import { makeSocket } from "../../src/database/postgres/postgresSocket.ts"
import { tlsOf } from "../../src/database/postgres/postgresTls.ts"
import { databaseUrlProblem } from "../../src/database/postgres/postgresUrl.ts"
import { test } from "../stores.ts"

const tls = (parameters: string) => tlsOf(new URL(`postgres://db.example/leadline${parameters}`))

describe("a database URL", () => {
  test("of a database that cannot be used is refused in one line, without its password", function* () {
    const url = Redacted.make("postgres://someone:secret@127.0.0.1:1/db")
    const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ url }))))
    assert.match(message, /^The database postgres:\/\/127\.0\.0\.1:1\/db cannot be used: nothing listens/)
    assert.notInclude(message, "secret")
  })

  it.each([
    ["postgres://leadline:secret@db:5432", "it names no database"],
    ["postgres://leadline:100%secret@db/leadline", "a % is not followed by two hex digits"],
    ["postgres://leadline:secret/@db/leadline", "write / ? # and @ of a user or password"],
    ["postgres://leadline:secret@db:65536/leadline", "its port is not a number from 1 to 65535"],
    ["postgres://leadline:secret@db1:5432,db2:5432/leadline", "it names several hosts: expected one"],
    ["postgres://leadline:secret@db/leadline?SSLMODE=require", 'unknown parameter "SSLMODE"'],
    ["mysql://leadline:secret@db/leadline", "expected a URL like postgres://"]
  ])("%s is refused for what is wrong, without showing it", (text, expected) => {
    const found = databaseUrlProblem(Redacted.make(text)) ?? ""
    assert.isTrue(found.startsWith(expected), found)
    assert.notInclude(found, "secret")
  })

  it.each([
    ["postgres://leadline:pass%2Fword@db.internal:65535/leadline", "postgres://db.internal:65535/leadline"],
    ["postgresql://leadline@[::1]:5432/leadline?sslmode=disable", "postgres://[::1]:5432/leadline"],
    ["postgres://leadline@:6000/leadline", "postgres://localhost:6000/leadline"],
    ["postgres://leadline@/leadline?host=/run/pg", "postgres:///leadline?host=/run/pg"]
  ])("%s is accepted, and shown as %s", (text, shown) => {
    const url = Redacted.make(text)
    assert.isUndefined(databaseUrlProblem(url))
    assert.strictEqual(databaseName(url), shown)
  })

  it("has no TLS without sslmode, never falls back to none, and checks the certificate", () => {
    assert.isFalse(tls(""))
    assert.throws(() => tls("?sslmode=prefer"), /sslmode must be one of disable, require, verify-ca,/)
    assert.deepEqual(tls("?sslmode=require"), {})
    assert.hasAllKeys(tls("?sslmode=verify-ca"), ["checkServerIdentity"])
    const file = encodeURIComponent(import.meta.filename)
    const files = `sslrootcert=${file}&sslcert=${file}&sslkey=${file}`
    assert.hasAllKeys(tls(`?sslmode=verify-full&${files}`), ["ca", "cert", "key"])
    assert.throws(() => tls("?sslmode=require&sslrootcert=/none"), /file of sslrootcert cannot be read/)
  })
})

it.each([
  ["28P01", 'refused for user "someone"', "it refuses the user or the password (28P01)"],
  ["22P02", 'invalid input for type json: "a "b"', 'invalid input for type json: "…" (22P02)'],
  ["08P01", "unsupported startup parameter: lock_timeout", "PgBouncer refuses lock_timeout: set ignore_"],
  ["ECONNRESET", "Failed to connect", "Failed to connect (ECONNRESET)"],
  [undefined, "No password configured", "it asks for a password, and its URL has none"]
])("an error of the code %s says: %s: %s", (code, text, expected) => {
  // An error of Node or of the driver has no severity.
  const severity = /^\d/.test(code ?? "") ? { severity: "FATAL" } : {}
  const cause = Object.assign(new Error(text), { code }, severity)
  const reason = new SqlError.ConnectionError({ cause, message: `PgConnection: ${text}` })
  assert.strictEqual(reasonOf(new SqlError.SqlError({ reason })).slice(0, expected.length), expected)
})

const answerTo = async (socket: Duplex, text: string) => {
  socket.write(text)
  return String((await once(socket, "data"))[0])
}

describe("the socket to a PostgreSQL", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())

  const silence = 6_000

  /** Listens on the Unix socket of a directory, and answers as `reply` says; gives what connects to it. */
  const listen = async (reply: (text: string) => string | undefined) => {
    const directory = mkdtempSync(join(tmpdir(), "leadline-socket-"))
    const sockets: Array<Duplex> = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on("error", () => undefined)
      socket.on("data", (data) => {
        const answer = reply(String(data))
        if (answer !== undefined) socket.write(answer)
      })
    })
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
      rmSync(directory, { recursive: true })
    })
    await once(server.listen(join(directory, ".s.PGSQL.6000")), "listening")
    const url = new URL(`postgres:///db?port=6000&host=${encodeURIComponent(directory)}`)
    return () => {
      const socket = makeSocket(url, { silence, keepAlive: 5_000 })()
      sockets.push(socket)
      return socket
    }
  }

  it("ends when nothing answers what was sent, and not when nothing was sent", async () => {
    const open = await listen((text) => (text === "unanswered" ? undefined : "answer"))
    const [idle, silent] = [open(), open()]
    for (const socket of [idle, silent]) await answerTo(socket, "x")
    silent.write("unanswered")
    vi.advanceTimersByTime(silence - 1)
    assert.isFalse(silent.destroyed)
    vi.advanceTimersByTime(1)
    const [error] = (await once(silent, "error")) as [Error]
    assert.strictEqual(error.message, "The database is silent")
    assert.strictEqual(await answerTo(idle, "x"), "answer")
  })

  it("reads an answer that is there when its time is over, as after a process was stopped", async () => {
    const open = await listen(() => {
      // The answer is sent by then, and not read.
      setImmediate(() => vi.advanceTimersByTime(silence))
      return "answer"
    })
    const socket = open()
    assert.strictEqual(await answerTo(socket, "x"), "answer")
    assert.isFalse(socket.destroyed)
  })
})
