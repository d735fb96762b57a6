// A server over the fake engines as a process, which ends at a signal. Arguments: milliseconds of its grace period, and
// chat streams that are held in their midst until so many are open, two minutes at most. Default: none is held.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Chat } from "@leadline/core/chat"
import * as ServerSettings from "@leadline/core/server-settings"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { layerFakeChat } from "../fakes/chat.ts"
import { layerServices } from "../server/testServer.ts"

const [grace = 0, streams = 0] = process.argv.slice(2).map(Number)

/** The fake chat, whose streams wait behind their first event until all are open. */
const layerHeldChat = Layer.effect(
  Chat,
  Effect.map(Chat, (chat) => {
    const all = Latch.makeUnsafe(false)
    let open = 0
    const together = Effect.timeoutOrElse(all.await, { duration: 120_000, orElse: () => Effect.void })
    const held = <A, E>(stream: Stream.Stream<A, E>) => {
      if (++open === streams) all.openUnsafe()
      return Stream.concat(Stream.take(stream, 1), Stream.drain(Stream.fromEffect(together))).pipe(
        Stream.concat(Stream.drop(stream, 1))
      )
    }
    return Chat.of({ ...chat, stream: (...asked) => Effect.map(chat.stream(...asked), held) })
  })
).pipe(Layer.provide(layerFakeChat))

// One key opens all streams: its group may have so many at once. Being late is no reason to refuse one.
const [settings, services] =
  streams === 0
    ? [{}, layerServices()]
    : [
        { maxLoopDelay: 0 },
        Layer.merge(
          layerServices({ chat: layerHeldChat }),
          ServerSettings.layer({ concurrency: streams + 1 })
        )
      ]
const server = layerServer({ ...settings, grace, linger: 1_000, port: 0 }).pipe(Layer.provide(services))

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
