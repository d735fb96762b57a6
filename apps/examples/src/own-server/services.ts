// All services of a server whose decisions are your own: the rest is answered in process, and kept in SQLite.
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { layerDecisions } from "./decisions.ts"

/** The database and the pepper of the keys, in a directory that must exist. */
export const layerStore = (directory: string) =>
  Layer.merge(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    Store.layerPepperFile({ directory })
  )

/** Every service that a server needs, over a store. Search and chat know the documents of a folder. */
export const layerServices = (documents: string) => {
  const engines = Embedded.layerEngines({ folder: documents }, layerDecisions)
  return Layer.mergeAll(
    engines,
    Store.layerResources,
    Store.layerApiKeyVerifier,
    Layer.provide(Store.layerAsyncChatWorker(), engines),
    layerMemory({ requestsPerSecond: 50 })
  )
}
