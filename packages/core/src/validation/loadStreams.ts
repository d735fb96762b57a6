// Streams in bundles of pages and workers: they are imported with the client, as a part of their own would add to them.
import * as Effect from "effect/Effect"
import * as streams from "./streamFunctions.ts"

/** The functions of streams. */
export const loadStreams: Effect.Effect<typeof streams> = Effect.succeed(streams)
