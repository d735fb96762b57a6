// Checks that the pepper belongs to the stored keys: under another one every key is void.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Pepper } from "../crypto/Pepper.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"

/** Whether a key was ever created. From then on the pepper must not be replaced by a fresh one. */
export const hasKeys: Effect.Effect<boolean, StoreError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT id FROM api_key LIMIT 1`).length > 0
}).pipe(toStoreError)

/** Fails with a {@link StoreError} when there are keys and none was stored under a valid pepper. */
export const checkPepper: Effect.Effect<void, StoreError, SqlClient.SqlClient | Pepper> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const { versions } = yield* Pepper
    const found = yield* sql<{ readonly pepper_version: string }>`SELECT DISTINCT pepper_version FROM api_key`
    if (found.length === 0 || found.some(({ pepper_version }) => versions.includes(pepper_version))) return
    return yield* new StoreError({
      message:
        "The pepper is not the one that the stored API keys were made with: restore it from its backup, " +
        "or set LEADLINE_PEPPER to that of the other servers. " +
        "If it is lost for good: leadline keys create --new-pepper."
    })
  }
).pipe(toStoreError)
