// Submits a job, waits for it, and prints its answer, as an Effect, over fetch. A job of one name is done once.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; takes the name of the job and its question.
import { AsyncChat } from "@leadline/core/async-chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

const { 2: name = "keys-report", 3: content = "How is a key revoked?" } = process.argv
const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const program = Effect.gen(function* () {
  const asyncChat = yield* AsyncChat
  const { response } = yield* asyncChat.createAndPoll(
    // Another question under the same name is a ConflictError.
    { request: { model: "sonar", messages: [{ role: "user", content }] }, idempotency_key: name },
    { timeout: "20 minutes", onStatus: ({ id, status }) => console.log(`${id}: ${status}`) }
  )
  yield* Console.log(response.choices[0]?.message.content)
}).pipe(
  // After a DeadlineExceededError the job goes on: the next run of this program waits for it.
  Effect.catch((error) => {
    process.exitCode = 1
    return Console.error(`${error._tag}: ${error.message}`)
  })
)

await Effect.runPromise(Effect.provide(program, layerClient({ apiKey, baseUrl })))
