// Tests written as generators of effects, over the embedded engines, which are built once per process.
import { it } from "@effect/vitest"
import { CurrentRequest, noticeHeader, type ServedRequest } from "@leadline/core/internal"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Embedded from "../../src/index.ts"
import { layerSchemaPool } from "../../src/structured-output/SchemaPool.ts"
import { layerSharedLexicon, loadDataFile, SharedLexicon } from "../../src/vectors/dataFile.ts"

/** Builds a layer that lives as long as the process. */
export const built = <R, E>(layer: Layer.Layer<R, E>): Promise<Context.Context<R>> =>
  Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))

type Steps<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

/** Tests whose generators have the services of a context. */
export const testOver = <R>(context: Context.Context<R>) => {
  const run = (steps: () => Steps<R>) => Effect.provideContext(Effect.gen(steps), context)
  const test = (title: string, steps: () => Steps<R>) => it.effect(title, () => run(steps))
  const each =
    <const Row>(rows: ReadonlyArray<Row>) =>
    (title: string, steps: (row: Row) => Steps<R>) =>
      it.effect.each(rows)(title, (row) => run(() => steps(row)))
  return Object.assign(test, { each })
}

/** The engines that need no search, and the lexicon they share. */
export const engines = await built(
  Layer.mergeAll(
    Embedded.layerDecisions,
    Embedded.layerEmbeddings,
    Embedded.layerContextualizedEmbeddings,
    layerSharedLexicon,
    layerSchemaPool
  )
)

export const wordVectors = await Effect.runPromise(loadDataFile)
export const lexicon = Context.get(engines, SharedLexicon)

/** {@link engines} as a layer. */
export const layerEngines = Layer.succeedContext(engines)

/** A test over {@link engines}. */
export const test = testOver(engines)

/** Runs effects in a request, and gives the notices of its answer. */
export const servedRequest = () => {
  const headers: { [name: string]: string } = {}
  const request = {
    addHeaders: (add: Parameters<ServedRequest["addHeaders"]>[0]) => void Object.assign(headers, add(headers))
  }
  return {
    provide: Effect.provideService(CurrentRequest, request as ServedRequest),
    notices: () => headers[noticeHeader]
  }
}
