// A store of the benchmark: its database, and the services over it.
import * as Store from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** A file of SQLite, or the URL of a PostgreSQL. */
export type Place = { readonly filename: string } | { readonly url: string }

/** Tables and pepper of a store. */
export const layerTables = (place: Place) =>
  Layer.merge(
    "url" in place
      ? Postgres.layer({ url: Redacted.make(place.url) })
      : Sqlite.layer({ filename: place.filename }),
    Store.layerPepper(Redacted.make("p".repeat(32)))
  )

/** All services of a store, without a worker. */
export const layerStore = (place: Place) =>
  Layer.mergeAll(Store.layerApiKeyVerifier, Store.layerAsyncChat, Store.layerSkills()).pipe(
    Layer.provideMerge(layerTables(place))
  )
