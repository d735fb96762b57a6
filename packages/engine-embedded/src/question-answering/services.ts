// The services that chat and responses answer with.
import { Decisions } from "@leadline/core/decisions"
import { Search } from "@leadline/core/search"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerSchemaPool, SchemaPool } from "../structured-output/SchemaPool.ts"
import { layerSharedLexicon, SharedLexicon } from "../vectors/dataFile.ts"

const answerServices = Effect.gen(function* () {
  return {
    lexicon: yield* SharedLexicon,
    schemas: yield* SchemaPool,
    search: yield* Search,
    decisions: yield* Decisions
  }
})

/** The services that chat and responses answer with. */
export type AnswerServices = Effect.Success<typeof answerServices>

/** A layer of a service that is made of {@link AnswerServices}. */
export const layerOver = <I, S>(tag: Context.Service<I, S>, make: (services: AnswerServices) => S) =>
  Layer.effect(tag, Effect.map(answerServices, make)).pipe(
    Layer.provide([layerSharedLexicon, layerSchemaPool])
  )
