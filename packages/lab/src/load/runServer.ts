// Runs a server as the main program of a process: prints its address, and ends at a signal.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { ServerAddress } from "@leadline/transport-node/server"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"

/** Runs it. The exit code is 0 when a signal ends it in good order. */
export const runServer = <E>(server: Layer.Layer<ServerAddress, E>): void =>
  Effect.gen(function* () {
    const { url } = yield* ServerAddress
    yield* Console.log(`Answers on ${url}\n`)
    return yield* Effect.never
  }).pipe(
    Effect.provide(server),
    NodeRuntime.runMain({
      teardown: (exit, done) => done(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
  )
