// Whom the port for probes and metrics answers. Its framing, names and paths are rows of threats.
import * as Shutdown from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EventEmitter, once } from "node:events"
import * as Http from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { AdminAddress, layer } from "../../src/server/admin.ts"

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

describe("the admin port", () => {
  it.live("asks for a body that its client sends only when it is asked", () =>
    Effect.gen(function* () {
      const headers = { expect: "100-continue", "content-length": "2" }
      const options = { host: "127.0.0.1", port: yield* serving, path: "/keys", method: "POST", headers }
      const request = Http.request(options).once("continue", () => request.end("{}"))
      request.flushHeaders()
      const [response] = yield* Effect.promise(() => once(request, "response"))
      assert.strictEqual(yield* Effect.promise(() => text(response)), "of the handler")
    })
  )

  it.live("holds 256 connections; with a request on each, one of them gives way to one more", () =>
    Effect.gen(function* () {
      const port = yield* serving
      let [count, closed] = [0, 0]
      const arrived = new Promise<void>((resolve) => {
        held.on("request", () => ++count === 256 && resolve())
      })
      const sockets = Array.from({ length: 256 }, () => {
        const socket = connect(port, "127.0.0.1").resume()
        socket.write("GET /hold HTTP/1.1\r\nhost: localhost\r\n\r\n")
        return socket.on("close", () => closed++).on("error", () => undefined)
      })
      const first = Promise.race(sockets.map((socket) => once(socket, "close")))
      yield* Effect.promise(() => arrived)
      assert.strictEqual(closed, 0)
      const request = Http.get({ host: "127.0.0.1", port, headers: { host: "localhost" } })
      const [response] = yield* Effect.promise(() => once(request, "response"))
      assert.strictEqual(yield* Effect.promise(() => text(response)), "of the handler")
      yield* Effect.promise(() => first)
      assert.strictEqual(closed, 1)
      for (const socket of sockets) socket.destroy()
    })
  )
})
