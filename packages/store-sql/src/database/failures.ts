// Maps a failing database to the error of each audience: UnavailableError for requests, StoreError for the operator.
// Source: §7.1; Assumed: ours, the document says nothing of stores.
import { UnavailableError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as SqlError from "effect/sql/SqlError"
import { StoreError } from "./StoreError.ts"

/** Logs an SQL error, whose message holds no values, and fails with an UnavailableError in its place. */
export const toUnavailable =
  (store: string) =>
  <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
    Effect.catchIf(effect, SqlError.isSqlError, (error) =>
      Effect.andThen(
        Effect.logError(`The ${store} store failed: ${error.message}`),
        new UnavailableError({ message: `The ${store} store does not answer.` })
      )
    )

/** Turns an SQL error into a StoreError with one line for the command line. */
export const toStoreError = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(effect, SqlError.isSqlError, (error) =>
    Effect.fail(new StoreError({ message: `The key store failed: ${error.message}.`, isOutage: true }))
  )
