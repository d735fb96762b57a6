// Why a PostgreSQL cannot be used, in one line without user and password.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import * as Postgres from "../../src/database/postgres.ts"

/** The port of a server that answers each start of a connection with an error of that code. */
const refusing = (code: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mrefused for user "someone"\0\0`)
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
  ["28P01", "it refuses the user or the password"],
  ["28000", "it refuses the user or the password"],
  ["3D000", "it does not exist"],
  ["42501", "the user has no right to it"],
  ["53300", "it has too many connections"],
  ["57P03", "it is starting or stopping"]
] as const)("says what error %s means", ([code, reason]) =>
  Effect.gen(function* () {
    const port = yield* refusing(code)
    const message = yield* messageOf(port)
    assert.strictEqual(message, `The database postgres://127.0.0.1:${port}/db cannot be used: ${reason}.`)
  }).pipe(Effect.scoped)
)

it.live("says that nothing listens", () =>
  Effect.gen(function* () {
    // It has ended with its scope.
    const port = yield* Effect.scoped(refusing("57P03"))
    assert.include(yield* messageOf(port), "cannot be used: nothing listens on its host and port.")
  })
)
