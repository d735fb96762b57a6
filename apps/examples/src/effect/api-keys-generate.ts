// Makes a key as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { ApiKeys } from "@leadline/core/api-keys"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const { auth_token, token_name } = yield* apiKeys.generate({ token_name: "nightly import" })
  // The key itself is shown this once: it goes into a secret store, never into a log.
  yield* Console.log(`${token_name}: a key of ${auth_token.length} characters`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
