// No key and no prompt appears beside the answers that both transports have over sockets; what faults show is in everyFault.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import { assert, it } from "vitest"
import { everyOperation } from "../../src/secrets/everyOperation.ts"
import { recording } from "../../src/secrets/findSecrets.ts"
import { apiKey, startServer } from "../../src/server/testServer.ts"

const transports = { node: NodeTransport.createClient, fetch: FetchTransport.createClient }

it.each(Object.entries(transports))(
  "no operation that is answered shows key or prompt beside its answer, by transport-%s",
  (_, createClient) =>
    Effect.gen(function* () {
      const baseUrl = yield* startServer()
      const { call, options } = recording()
      const client = createClient({ apiKey, baseUrl, ...options })
      let answered = 0
      for (const [name, operation] of Object.entries(everyOperation)) {
        const { error, found } = yield* Effect.promise(() => call(client, operation, 10_000))
        assert.deepEqual([name, ...found], [name])
        if (error === undefined) answered++
      }
      assert.isAbove(answered, 10)
      yield* Effect.promise(() => client.close())
    }).pipe(Effect.scoped, Effect.runPromise)
)
