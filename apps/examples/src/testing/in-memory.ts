// Client and server in one process, without a socket: engines answer, whatever is asked. Needs nothing.
import { layerKeys } from "@leadline/core/authentication"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { createClient } from "@leadline/transport-fetch"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const apiKey = Redacted.make("a-key-of-this-test")

const engines = Embedded.layerEngines({ folder: import.meta.dirname })

// Async chats are stored and never answered: that takes Store.layerAsyncChatWorker().
const stores = Store.layerResources.pipe(
  Layer.provide(
    Layer.merge(
      Sqlite.layer({ filename: ":memory:" }),
      Store.layerPepper(Redacted.make("a pepper of 32 characters or more"))
    )
  )
)

const { dispose, handler } = toWebHandler(
  Layer.mergeAll(
    engines,
    stores,
    // Accepts this key alone: keys that the API creates need Store.layerApiKeyVerifier.
    layerKeys([apiKey]),
    layerMemory({ requestsPerSecond: 1_000 })
  )
)

const client = createClient({
  apiKey,
  baseUrl: "http://localhost",
  fetch: (input, init) => handler(new Request(input, init))
})

const { answers } = await client.decisions.create({
  model: "decider-27b",
  state: "I was charged twice, please pay it back.",
  questions: { twice: { type: "noul", instructions: "Was the writer charged twice?" } }
})
console.log(`charged twice: ${answers.twice.noul.toFixed(2)}`)

await client.close()
await dispose()
