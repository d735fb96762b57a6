// Conformance of the embedded engines, called directly and over HTTP.
import * as Embedded from "@leadline/engine-embedded"
import { contextualizedEmbeddingsCases, setupsOf, decisionsCases, embeddingsCases } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"

describe.each(setupsOf("decisions")(Embedded.layerDecisions))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(decisionsCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe.each(setupsOf("embeddings")(Embedded.layerEmbeddings))("embeddings: %s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(embeddingsCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe.each(setupsOf("contextualizedEmbeddings")(Embedded.layerContextualizedEmbeddings))(
  "contextualized embeddings: %s",
  (_name, layer) => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    it.each(contextualizedEmbeddingsCases)("$name", async ({ run }) => {
      const result = await runtime.runPromise(Effect.result(run))
      if (result._tag === "Failure") assert.fail(result.failure.message)
    })
  }
)
