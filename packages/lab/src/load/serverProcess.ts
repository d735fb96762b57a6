// A server over the fake engines as a process, which ends at a signal. Argument: milliseconds of its grace period.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { layerServices } from "../server/testServer.ts"

const grace = Number(process.argv[2])

const server = layerServer({ grace, linger: 1_000, port: 0 }).pipe(Layer.provide(layerServices()))

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
