// Keys in memory over every way to reach them: the facts of any key management.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { apiKeysCases, apiKeysSetups, apiKey, layerFakeApiKeys } from "../../src/index.ts"

describe.each(apiKeysSetups(layerFakeApiKeys(apiKey)))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(apiKeysCases)("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
