// The scripted responses service over every way to reach it.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { responsesCases, responsesSetups, layerFakeResponses, fakeResponsesCases } from "../../src/index.ts"

describe.each(responsesSetups(layerFakeResponses))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...responsesCases, ...fakeResponsesCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
