// Runs conformance cases as tests, over each setup of a service.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import type { ConformanceCase } from "./ConformanceCase.ts"
import type { Setups } from "./harness.ts"

/** Runs the cases over one service, which they share. */
export const runOver = <S>(
  layer: Layer.Layer<S, unknown>,
  cases: ReadonlyArray<ConformanceCase<S>>
): void => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  for (const { name, run } of cases)
    it(name, async () => {
      const result = await runtime.runPromise(Effect.result(run))
      if (result._tag === "Failure") assert.fail(result.failure.message)
    })
}

/** The setup of quick tests: what the others add is bytes between client and server, as in the wire cases. */
const quick = "the engine, direct"

/** Runs the cases in each setup; quick tests in one of them. */
export const runCases = <S>(
  what: string,
  setups: Setups<S>,
  cases: ReadonlyArray<ConformanceCase<S>>
): void => {
  const chosen = process.env["LONG_TESTS"] === "1" ? setups : setups.filter(([name]) => name === quick)
  assert.isNotEmpty(chosen)
  describe.each(chosen)(`${what}: %s`, (_name, layer) => {
    runOver(layer, cases)
  })
}
