// Conformance of the fake embeddings engine in every setup.
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
  it.each([...embeddingsCases, ...fakeEmbeddingsCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
