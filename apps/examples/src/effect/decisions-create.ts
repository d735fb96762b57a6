// Asks as an Effect, with typed failures, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Decisions } from "@leadline/core/decisions"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const decisions = yield* Decisions
  const { answers } = yield* decisions.create({
    model: "decider-27b",
    state: { subject: "Export fails", body: "The data export has stopped working for all of us." },
    questions: { broken: { type: "noul", instructions: "Is a feature broken?" } }
  })
  yield* Console.log(`broken: ${answers.broken.noul.toFixed(2)}`)
}).pipe(
  Effect.catchTags({
    RateLimitError: (error) => Console.log(`wait ${error.retryAfter ?? 0} ms`),
    AuthenticationError: () => Console.log("the key is not accepted")
  })
)

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
