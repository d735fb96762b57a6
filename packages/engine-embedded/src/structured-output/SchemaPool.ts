// The threads in which the engines of a process work on callers' schemas.
import { makeWorkerPool, refusePatterns, type WorkerPool } from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSharedLexicon, SharedLexicon } from "../vectors/dataFile.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { makeSchemaWork, type SchemaTask, type SchemaTaskResult } from "./schemaWork.ts"

/** Work on callers' schemas, within bounds of time and memory. */
export class SchemaPool extends Context.Service<SchemaPool, WorkerPool<SchemaTask, SchemaTaskResult>>()(
  "@leadline/engine-embedded/structured-output/SchemaPool"
) {}

/** {@link SchemaPool}, which the engines of a process share. */
export const layerSchemaPool: Layer.Layer<SchemaPool, EngineDataError> = Layer.effect(
  SchemaPool,
  Effect.map(SharedLexicon, (lexicon) => {
    const work = makeSchemaWork(lexicon)
    return makeWorkerPool<SchemaTask, SchemaTaskResult>({
      module: "schemaThread",
      beside: import.meta.url,
      here: (task) => {
        refusePatterns(task.schema)
        return work(task)
      }
    })
  })
).pipe(Layer.provide(layerSharedLexicon))
