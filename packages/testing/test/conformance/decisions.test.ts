// The scripted engine over every way to reach it: the facts of any engine, and its failures.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { decisionsCases, layerDecisions, scriptedCases, ways } from "../../src/index.ts"

describe.each(ways(layerDecisions))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...decisionsCases, ...scriptedCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
