// Prints an answer while it comes, as an Effect with a Stream, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Chat } from "@leadline/core/chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const chat = yield* Chat
  const chunks = yield* chat.stream({
    model: "sonar",
    messages: [{ role: "user", content: "When is high water at Brest?" }]
  })
  yield* Stream.runForEach(chunks, ({ choices }) => Console.log(choices[0]?.delta.content ?? ""))
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
