// A store of reviews in memory, empty.
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** The reviews of a server that keeps none, gone with the scope. */
export const layerFakeReviews = Layer.fresh(
  Store.layerReviews(() => false).pipe(
    Layer.provide([
      Sqlite.layer({ filename: ":memory:" }),
      Store.layerPepper(Redacted.make("a pepper for tests, 32 characters"))
    ]),
    Layer.orDie
  )
)
