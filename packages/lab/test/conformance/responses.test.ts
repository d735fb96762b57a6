// Conformance of the fake responses engine in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { responsesCases, responsesSetups, layerFakeResponses, fakeResponsesCases } from "../../src/index.ts"

describe.each(responsesSetups(layerFakeResponses))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...responsesCases, ...fakeResponsesCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
