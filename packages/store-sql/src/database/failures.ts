// Maps a failing database to the error of each audience: UnavailableError for requests, StoreError for the operator.
import { UnavailableError } from "@leadline/core/errors"
import { makeLogThrottle } from "@leadline/core/internal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlError from "effect/sql/SqlError"
import { reasonOf } from "./postgres/postgresError.ts"
import { StoreError } from "./StoreError.ts"
import { leaveAfter, StoreTimeout } from "./StoreTimeout.ts"

const unavailable = (store: string) =>
  new UnavailableError({ message: `The ${store} store does not answer.` })

const maxReasons = 16

/** Logs why a database failed a store: each reason every ten seconds at most, as while it is away every request fails. */
const makeLogFailure = (store: string) => {
  const throttles = new Map<string, ReturnType<typeof makeLogThrottle>>()
  return (reason: string) => {
    if (throttles.size >= maxReasons) throttles.clear()
    const throttled = throttles.get(reason) ?? makeLogThrottle()
    throttles.set(reason, throttled)
    return throttled(Effect.logError(`The database failed a request of the ${store} store: ${reason}`))
  }
}

/**
 * Makes what turns a store that fails, or does not answer within {@link StoreTimeout}, into an UnavailableError. An SQL
 * error, whose message holds no values, is logged now and then.
 */
export const makeToUnavailable = (store: string) =>
  Effect.map(StoreTimeout, (timeout) => {
    const logFailure = makeLogFailure(store)
    return <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
      (timeout === undefined
        ? effect
        : leaveAfter(timeout, () => Effect.fail(unavailable(store)))(effect)
      ).pipe(
        Effect.catchIf(SqlError.isSqlError, (error) =>
          Effect.andThen(logFailure(reasonOf(error)), unavailable(store))
        )
      )
  })

/** Turns an SQL error into a StoreError with one line for the command line. */
export const toStoreError = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(effect, SqlError.isSqlError, (error) =>
    Effect.fail(new StoreError({ message: `The database failed: ${reasonOf(error)}.`, isOutage: true }))
  )

/** Logs what failed, and why where the database is the reason. */
export const logFailure = (what: string, cause: Cause.Cause<unknown>) =>
  Option.match(Option.filter(Cause.findErrorOption(cause), SqlError.isSqlError), {
    onNone: () => Effect.logError(what, cause),
    onSome: (error) => Effect.logError(`${what}: ${reasonOf(error)}`, cause)
  })
