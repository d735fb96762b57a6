// The scripted embeddings engine over every way to reach it: the facts of any engine, and its failures.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import {
  embeddingsCases,
  embeddingsSetups,
  layerFakeEmbeddings,
  fakeEmbeddingsCases
} from "../../src/index.ts"

describe.each(embeddingsSetups(layerFakeEmbeddings))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...embeddingsCases, ...fakeEmbeddingsCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
