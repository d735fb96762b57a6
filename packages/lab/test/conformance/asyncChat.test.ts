// Conformance of the fake async chat in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import {
  asyncChatCases,
  asyncChatSetups,
  failingAsyncChatCases,
  layerFakeAsyncChat
} from "../../src/index.ts"

describe.each(asyncChatSetups(layerFakeAsyncChat))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...asyncChatCases, ...failingAsyncChatCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
