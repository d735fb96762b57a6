// The catalog over every way to reach it: the facts of any model list.
import { layerCatalog } from "@leadline/core/models"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { modelsCases, modelsWays } from "../src/index.ts"

describe.each(modelsWays(layerCatalog()))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each(modelsCases)("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
