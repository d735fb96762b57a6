// Asks a question as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Chat } from "@leadline/core/chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const chat = yield* Chat
  const { choices, citations } = yield* chat.create({
    model: "sonar",
    messages: [{ role: "user", content: "When is high water at Brest?" }]
  })
  yield* Console.log(choices[0]?.message.content)
  for (const [index, url] of (citations ?? []).entries()) yield* Console.log(`[${index + 1}] ${url}`)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
