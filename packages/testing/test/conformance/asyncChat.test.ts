// Async chat in memory over every way to reach it: the facts of any async chat.
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
  it.each([...asyncChatCases, ...failingAsyncChatCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
