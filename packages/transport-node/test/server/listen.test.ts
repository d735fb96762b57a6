// The error of a server that cannot listen.
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import { assert, it } from "vitest"
import { listen } from "../../src/server/listen.ts"

it("a port in use is named in the message of the ServeError", async () => {
  const error = await Effect.gen(function* () {
    const { port } = yield* listen(createServer(), 0, "127.0.0.1")
    const { _tag, message } = yield* Effect.flip(listen(createServer(), port, "127.0.0.1"))
    return { _tag, message: message.replace(String(port), "PORT") }
  }).pipe(Effect.scoped, Effect.runPromise)
  assert.deepStrictEqual(error, {
    _tag: "ServeError",
    message: "listen EADDRINUSE: address already in use 127.0.0.1:PORT"
  })
})
