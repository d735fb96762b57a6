// Streams in bundles, and in runtimes other than Node: they are imported with the client.
import * as Effect from "effect/Effect"
import * as streams from "./streams.ts"

/** The functions of streams. */
export const loadStreams: Effect.Effect<typeof streams> = Effect.succeed(streams)
