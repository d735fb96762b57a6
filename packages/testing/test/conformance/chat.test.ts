// The scripted chat service over every way to reach it.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { chatCases, chatSetups, layerFakeChat, fakeChatCases } from "../../src/index.ts"

describe.each(chatSetups(layerFakeChat))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...chatCases, ...fakeChatCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
