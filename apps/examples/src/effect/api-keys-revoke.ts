// Makes a key and revokes it whatever happens in between, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { ApiKeys } from "@leadline/core/api-keys"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const made = Effect.acquireRelease(apiKeys.generate({ token_name: "for one job" }), ({ auth_token }) =>
    Effect.orDie(apiKeys.revoke({ auth_token }))
  )
  yield* Effect.scoped(
    Effect.flatMap(made, ({ token_name }) => Console.log(`at work with the key ${token_name}`))
  )
  yield* Console.log("the key is revoked")
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
