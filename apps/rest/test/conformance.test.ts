// The embedded engines over every way to reach them: the facts of any engine.
import * as Embedded from "@leadline/engine-embedded"
import { decisionsCases, embeddingsCases, embeddingsSetups, decisionsSetups } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"

describe.each(decisionsSetups(Embedded.layer))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(decisionsCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})

describe.each(embeddingsSetups(Embedded.layerEmbeddings))("embeddings: %s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(embeddingsCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
