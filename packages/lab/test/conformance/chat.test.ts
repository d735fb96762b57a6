// Conformance of the fake chat engine in every setup.
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { chatCases, chatSetups, layerFakeChat, fakeChatCases } from "../../src/index.ts"

describe.each(chatSetups(layerFakeChat))("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...chatCases, ...fakeChatCases])("$name", async ({ run }) => {
    const result = await runtime.runPromise(Effect.result(run))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
