// Every wire case against every server: node:http, a fetch handler, and an Effect `HttpRouter`, in memory and on sockets.
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { assert, beforeAll, describe, it } from "vitest"
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
import { useScope } from "../scope.ts"

const suite = (name: string, isInMemory: boolean, open: Effect.Effect<SendWire, unknown, Scope.Scope>) =>
  describe(name, () => {
    const run = useScope()
    let send: SendWire | undefined
    beforeAll(async () => {
      send = await run(open)
    })
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
