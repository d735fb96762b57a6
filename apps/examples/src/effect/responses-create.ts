// Gets a response as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { outputText, Responses } from "@leadline/core/responses"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const responses = yield* Responses
  const response = yield* responses.create({ input: "When is high water at Brest?", preset: "fast-search" })
  yield* Console.log(response.status, outputText(response))
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
