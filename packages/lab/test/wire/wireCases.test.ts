// Every wire case against every server: node:http, a fetch handler, and an Effect `HttpRouter`, in memory and on sockets.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  checkWire,
  overFetch,
  overSocket,
  type SendWire,
  startInMemory,
  startRouterInMemory,
  startRouterServer,
  startServer,
  wireCases
} from "../../src/index.ts"

const suite = (name: string, isInMemory: boolean, open: Effect.Effect<SendWire, unknown, Scope.Scope>) =>
  describe(name, () => {
    const scope = Scope.makeUnsafe()
    let send: SendWire | undefined
    beforeAll(async () => {
      send = await Effect.runPromise(Scope.provide(open, scope))
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    for (const wire of wireCases) {
      const reason = isInMemory ? wire.notInMemory : undefined
      const title = reason === undefined ? wire.name : `${wire.name} (not here: ${reason})`
      it.skipIf(reason !== undefined)(title, async () => checkWire(wire, await (send ?? assert.fail())(wire)))
    }
  })

suite("over node:http sockets", false, Effect.map(startServer(), overSocket))
if (process.env["LONG_TESTS"] === "1") {
  suite("over fetch in memory", true, Effect.map(startInMemory(), overFetch))
  suite("over an HttpRouter on sockets", false, Effect.map(startRouterServer(), overSocket))
  suite("over an HttpRouter in memory", true, Effect.map(startRouterInMemory(), overFetch))
}
