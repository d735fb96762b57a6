// Runs a function of promises as an effect that fails with what the promise rejects with.
import * as Effect from "effect/Effect"
import type { AbortSignalLike } from "../../client/promise/promisify.ts"
import { thrownText } from "./thrownText.ts"

/** The caller says what the promise rejects with. Interruption aborts the signal. */
export const fromPromise = <A, E>(run: (signal: AbortSignalLike) => Promise<A>): Effect.Effect<A, E> =>
  Effect.tryPromise({
    try: (signal) => run(signal),
    catch: (error) => (error instanceof Error ? error : new Error(thrownText(error))) as E
  })
