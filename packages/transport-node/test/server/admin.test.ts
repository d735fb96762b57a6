// Whom the port for probes and metrics answers.
import * as Shutdown from "@leadline/core/shutdown"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
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

const serving = Layer.build(
  Layer.fresh(
    layer({
      host: "127.0.0.1",
      port: 0,
      handle: (_request, response) => {
        response.end("of the handler")
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
