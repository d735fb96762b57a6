// Conformance of the fake contextualized embeddings engine in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import {
  contextualizedEmbeddingsCases,
  contextualizedEmbeddingsSetups,
  fakeContextualizedEmbeddingsCases,
  layerFakeContextualizedEmbeddings
} from "../../src/index.ts"

describe.each(contextualizedEmbeddingsSetups(layerFakeContextualizedEmbeddings))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...contextualizedEmbeddingsCases, ...fakeContextualizedEmbeddingsCases])(
    "$name",
    async ({ run }) => {
      const result = await runtime.runPromise(Effect.result(run))
      if (result._tag === "Failure") assert.fail(result.failure.message)
    }
  )
})
