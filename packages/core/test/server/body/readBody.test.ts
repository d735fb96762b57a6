import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { makeBodyMemory } from "../../../src/server/admission/MemoryBudget.ts"
import { makeReadBytes } from "../../../src/server/body/readBody.ts"
import { makeContext, makeExchange } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

test.each([
  [1_023, 10, "Failure"],
  [1_024, 59, undefined],
  [1_024, 60, "Failure"]
] as const)(
  "a body of %d bytes a second is refused after %d seconds: %s",
  function* ([rate, seconds, outcome]) {
    let pieces = 0
    // The first piece comes at once, and one that comes as the window ends is not in it.
    const next = Effect.suspend(() =>
      Effect.as(Effect.sleep(pieces++ === 0 ? 0 : 1_000), new Uint8Array(rate))
    )
    const exchange = makeExchange({ headers: { "content-length": "1000000" } })
    const context = makeContext({ ...exchange, body: { ready: () => undefined, next } })
    const read = yield* Effect.flatMap(makeBodyMemory, makeReadBytes)
    const reading = yield* Effect.forkChild(read(context, () => undefined))
    for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
    assert.strictEqual(reading.pollUnsafe()?._tag, outcome)
    yield* Fiber.interrupt(reading)
  }
)
