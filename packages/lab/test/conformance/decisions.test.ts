// Conformance of the fake decisions engine in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { decisionsCases, layerFakeDecisions, fakeDecisionsCases, decisionsSetups } from "../../src/index.ts"

describe.each(decisionsSetups(layerFakeDecisions))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...decisionsCases, ...fakeDecisionsCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
