// Conformance of the fake key management in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { apiKeysCases, apiKeysSetups, apiKey, layerFakeApiKeys } from "../../src/index.ts"

describe.each(apiKeysSetups(layerFakeApiKeys(apiKey)))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(apiKeysCases)("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
