// Whom the port for probes and metrics answers. Its framing, names and paths are rows of threats.
import * as Shutdown from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import * as Http from "node:http"
import { text } from "node:stream/consumers"
import { assert, it } from "@effect/vitest"
import { AdminAddress, layer } from "../../src/server/admin.ts"

const serving = Layer.build(
  Layer.fresh(
    layer({
      host: "127.0.0.1",
      port: 0,
      handle: (request, response) => {
        request.resume().once("end", () => response.end("of the handler"))
      }
    })
  ).pipe(Layer.provide(Shutdown.layer))
).pipe(Effect.map((context) => Context.get(context, AdminAddress)?.port ?? 0))

it.live("the admin port asks for a body that its client sends only when it is asked", () =>
  Effect.gen(function* () {
    const headers = { expect: "100-continue", "content-length": "2" }
    const options = { host: "127.0.0.1", port: yield* serving, path: "/keys", method: "POST", headers }
    const request = Http.request(options).once("continue", () => request.end("{}"))
    request.flushHeaders()
    const [response] = yield* Effect.promise(() => once(request, "response"))
    assert.strictEqual(yield* Effect.promise(() => text(response)), "of the handler")
  })
)
