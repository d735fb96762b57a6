// Whom the port for probes and metrics answers.
import * as Shutdown from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EventEmitter, once } from "node:events"
import * as Http from "node:http"
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { AdminAddress, layer } from "../../src/server/admin.ts"

/** The status of an answer to a request with such a `Host`. */
const statusOf = (port: number, path: string, host: string) =>
  Effect.callback<number>((resume) => {
    const request = Http.get({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    request.once("error", (error) => resume(Effect.die(error)))
  })

/** Emits each request that is held. */
const held = new EventEmitter()

const serving = Layer.build(
  Layer.fresh(
    layer({
      host: "127.0.0.1",
      port: 0,
      handle: (request, response) => {
        if (request.url === "/hold") return void held.emit("request")
        request.resume().once("end", () => response.end("of the handler"))
      }
    })
  ).pipe(Layer.provide(Shutdown.layer))
).pipe(Effect.map((context) => Context.get(context, AdminAddress)?.port ?? 0))

describe("a request to the admin port on loopback", () => {
  it.live.each([
    ["127.0.0.1:9090", 200],
    ["localhost", 200],
    ["LOCALHOST:9090", 200],
    ["[::1]:9090", 200],
    ["10.0.0.7", 200],
    ["rebound.example:9090", 421],
    ["localhost.rebound.example", 421],
    ["127.0.0.1.rebound.example", 421]
  ] as const)("that names %s is %i, whatever its path", ([host, status]) =>
    Effect.gen(function* () {
      const port = yield* serving
      for (const path of ["/-/metrics", "/-/live", "/openapi.json"])
        assert.strictEqual(yield* statusOf(port, path, host), status)
    })
  )
})

describe("the admin port", () => {
  it.live("asks for a body that its client sends only when it is asked", () =>
    Effect.gen(function* () {
      const port = yield* serving
      const text = yield* Effect.callback<string>((resume) => {
        const headers = { expect: "100-continue", "content-length": "2" }
        const request = Http.request({ host: "127.0.0.1", port, path: "/keys", method: "POST", headers })
        request.once("continue", () => request.end("{}"))
        request.once("response", (response) => {
          response.setEncoding("utf8").once("data", (body: string) => resume(Effect.succeed(body)))
        })
        request.flushHeaders()
      })
      assert.strictEqual(text, "of the handler")
    })
  )

  it.live("holds 256 connections; with a request on each, one of them gives way to one more", () =>
    Effect.gen(function* () {
      const port = yield* serving
      let count = 0
      const closed: Array<number> = []
      const arrived = new Promise<void>((resolve) => {
        held.on("request", () => ++count === 256 && resolve())
      })
      const sockets = Array.from({ length: 256 }, (_, index) => {
        const socket = connect(port, "127.0.0.1").resume()
        socket.write("GET /hold HTTP/1.1\r\nhost: localhost\r\n\r\n")
        return socket.on("close", () => closed.push(index)).on("error", () => undefined)
      })
      const first = Promise.race(sockets.map((socket) => once(socket, "close")))
      yield* Effect.promise(() => arrived)
      assert.lengthOf(closed, 0)
      assert.strictEqual(yield* statusOf(port, "/-/live", "localhost"), 200)
      yield* Effect.promise(() => first)
      assert.lengthOf(closed, 1)
      for (const socket of sockets) socket.destroy()
    })
  )
})
