// The scripted engine over every way to reach it: the facts of any engine, and its failures.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { decisionsCases, layerFakeDecisions, fakeDecisionsCases, decisionsSetups } from "../../src/index.ts"

describe.each(decisionsSetups(layerFakeDecisions))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...decisionsCases, ...fakeDecisionsCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
