// Streams where a bundler joins all files: a program that streams has them, and to load them apart costs bytes.
import * as Effect from "effect/Effect"
import * as streams from "./streams.ts"

/** The functions of streams. */
export const loadStreams: Effect.Effect<typeof streams> = Effect.succeed(streams)
