// Lists the async requests of the last days, as an Effect, over fetch. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { AsyncChat } from "@leadline/core/async-chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const asyncChat = yield* AsyncChat
  let page = yield* asyncChat.list({ limit: 20 })
  yield* Console.log(`${page.requests.length} on the first page`)
  while (typeof page.next_token === "string") {
    page = yield* asyncChat.list({ limit: 20, next_token: page.next_token })
    yield* Console.log(`${page.requests.length} on the next`)
  }
})

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
