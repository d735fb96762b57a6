// Prints a response while it comes, as an Effect with a Stream, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Responses } from "@leadline/core/responses"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const responses = yield* Responses
  const events = yield* responses.stream({ input: "When is high water at Brest?", preset: "fast-search" })
  yield* Stream.runForEach(events, (event) =>
    event.type === "response.output_text.delta" ? Console.log(event.delta) : Effect.void
  )
  yield* Console.log("The response is whole.")
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
