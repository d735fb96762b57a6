// Runs cases of conformance against layers.
import type { ConformanceCase, Setups } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"

/** The setups of quick tests, as those of the lab: what others add is bytes between client and server. */
const quick = ["the engine, direct", "in memory, over fetch", "over a socket, by undici and promises"]

/** A test of each case over each setup, or over three of these. */
export const runCases = <S>(
  what: string,
  setups: Setups<S>,
  cases: ReadonlyArray<ConformanceCase<S>>,
  wanted: "all" | "some" = "all"
): void => {
  const chosen = wanted === "all" ? setups : setups.filter(([name]) => quick.includes(name))
  assert.isAtLeast(chosen.length, quick.length)
  describe.each(chosen)(`${what}: %s`, (_name, layer) => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    it.each(cases)("$name", async ({ run }) => {
      const result = await runtime.runPromise(Effect.result(run))
      if (result._tag === "Failure") assert.fail(result.failure.message)
    })
  })
}
