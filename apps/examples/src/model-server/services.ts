// All services of a server whose chat and decisions are a model server's: the rest is answered in process, and kept
// in SQLite.
import { layerCatalog } from "@leadline/core/models"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { layerChat } from "./chat.ts"
import { layerDecisions } from "./decisions.ts"
import type { ModelServer } from "./modelServer.ts"

/** What answers: the model server, and a folder that search looks through. */
export interface Options {
  readonly modelServer: ModelServer
  readonly documents: string
}

/** The database and the pepper of the keys, in a directory that must exist. */
export const layerStore = (directory: string) =>
  Layer.merge(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    Store.layerPepperFile({ directory })
  )

/** Every service that a server needs, over a store. */
export const layerServices = ({ documents, modelServer }: Options) => {
  // The key of the model server goes to no other.
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )
  const chat = layerChat(modelServer).pipe(Layer.provide(http))
  const search = Embedded.layerSearch({ folder: documents })
  return Layer.mergeAll(
    chat,
    Layer.merge(Store.layerAsyncChat, Store.layerAsyncChatWorker()).pipe(Layer.provide(chat)),
    layerDecisions(modelServer).pipe(Layer.provide(http)),
    search,
    Embedded.layerResponses().pipe(Layer.provide([Embedded.layerDecisions, search])),
    Embedded.layerContextualizedEmbeddings,
    Embedded.layerEmbeddings,
    Store.layerApiKeys(),
    Store.layerApiKeyVerifier,
    Store.layerSkills(),
    layerCatalog(),
    layerMemory({ requestsPerSecond: 50 })
  )
}
