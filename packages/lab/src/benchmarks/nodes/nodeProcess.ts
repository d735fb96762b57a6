// A node in a process of its own: canned decisions, and keys in a PostgreSQL that it shares with the others.
import * as Models from "@leadline/core/models"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Store from "@leadline/store-sql"
import { layerServices } from "../../server/testServer.ts"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { models } from "../server/cannedResponses.ts"
import { listen } from "../server/leadline/server.ts"
import { layerDecisions } from "../server/leadline/services.ts"
import { layerTables } from "../store/measuredOperations.ts"

const [url = ""] = process.argv.slice(2)

const port = await listen(
  Layer.mergeAll(
    layerServices({ decisions: layerDecisions }),
    Layer.succeed(Models.Models, Models.make({ list: () => Effect.succeed(models) })),
    Store.layerApiKeyVerifier.pipe(Layer.provide(layerTables({ url })), Layer.orDie),
    layerMemory({ requestsPerSecond: 1_000_000 })
  )
)
process.send?.({ port })
