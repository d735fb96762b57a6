// Lets a model call a function as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { outputText } from "@leadline/core/responses"
import { runToolsEffect, toolEffect } from "@leadline/core/tools"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const tide = toolEffect({
  name: "get_tide",
  description: "The next high water of a harbour.",
  schema: Schema.Struct({ harbour: Schema.String }),
  run: ({ harbour }) => Effect.succeed({ harbour, high: "06:12" })
})

const program = Effect.gen(function* () {
  const { response, steps } = yield* runToolsEffect(
    { preset: "fast-search", input: "When is the next high water of the harbour Brest?" },
    [tide]
  )
  yield* Console.log(outputText(response))
  yield* Console.log(`requests: ${steps.length}`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
