// Runs cases of conformance against layers.
import type { ConformanceCase, Setups } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"

/** A test of each case over each setup. */
export const runCases = <S>(
  what: string,
  setups: Setups<S>,
  cases: ReadonlyArray<ConformanceCase<S>>
): unknown =>
  describe.each(setups)(`${what}: %s`, (_name, layer) => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    it.each(cases)("$name", async ({ run }) => {
      const result = await runtime.runPromise(Effect.result(run))
      if (result._tag === "Failure") assert.fail(result.failure.message)
    })
  })
