// Asks now, fetches the answer later, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { AsyncChat } from "@leadline/core/async-chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const asyncChat = yield* AsyncChat
  const { id } = yield* asyncChat.create({
    request: { model: "sonar", messages: [{ role: "user", content: "When is high water in Brest?" }] },
    // With a key of its own the request is made once, however often it is sent.
    idempotency_key: crypto.randomUUID()
  })
  const record = yield* asyncChat.get({ id }).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("200 millis"),
      while: ({ status }) => status === "CREATED" || status === "IN_PROGRESS"
    })
  )
  yield* Console.log(record.response?.choices[0]?.message.content ?? record.error_message)
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
