// Conformance of the embedded engines, called directly and over HTTP.
import * as Embedded from "@leadline/engine-embedded"
import { decisionsCases, embeddingsCases, embeddingsWays, ways } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"

describe.each(ways(Embedded.layerDecisions))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(decisionsCases)("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe.each(embeddingsWays(Embedded.layerEmbeddings))("embeddings: %s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(embeddingsCases)("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
