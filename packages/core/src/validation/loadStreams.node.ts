// Streams where Node imports each file: they are loaded for the first stream, as they take an eighth of the import of a
// client, and most clients never stream.
import * as Effect from "effect/Effect"
import type * as streams from "./streamFunctions.ts"

let loaded: typeof streams | undefined

/** The functions of streams. Once they are there, no fiber waits for them. */
export const loadStreams: Effect.Effect<typeof streams> = Effect.suspend(() =>
  loaded === undefined
    ? Effect.promise(async () => (loaded = await import("./streamFunctions.ts")))
    : Effect.succeed(loaded)
)
