// Work of a model as an effect. Interrupted, it ends at the next batch of tokens, and only then has it ended.
import { InternalServerError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { Signal } from "./LocalModel.ts"

const failed = () => new InternalServerError({ message: "The model failed.", phase: "service" })

/** Runs work until it has settled, also when it is interrupted. A failure is logged, and is no text for the caller. */
export const modelWork = <A>(work: (signal: Signal) => Promise<A>): Effect.Effect<A, InternalServerError> =>
  Effect.callback((resume, signal) => {
    const settled = work(signal).then(
      (value) => resume(Effect.succeed(value)),
      (error: unknown) =>
        resume(
          Effect.andThen(
            Effect.logError("The model in this process failed", { error: String(error) }),
            Effect.fail(failed())
          )
        )
    )
    return Effect.promise(() => settled)
  })
