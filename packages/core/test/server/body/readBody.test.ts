import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { Rejection } from "../../../src/server/ServerResponse.ts"
import type { RequestBody } from "../../../src/server/ServerExchange.ts"
import { makeBodyMemory } from "../../../src/server/admission/MemoryBudget.ts"
import { makeReadBytes } from "../../../src/server/body/readBody.ts"
import type { RequestContext } from "../../../src/server/RequestContext.ts"
import { ServerSettings } from "../../../src/server/ServerSettings.ts"
import { makeContext, makeExchange } from "../exchanges.ts"
import { test } from "../../fixtures/effects.ts"

const bodiesBytes = 2_000_000

const settings = { ...ServerSettings.defaultValue(), bodiesBytes }

/** A body of which `next` gives the pieces. */
const arriving = (length: number, next: RequestBody["next"]) => {
  const exchange = makeExchange({ headers: { "content-length": String(length) } })
  return makeContext({ ...exchange, body: { ready: () => undefined, next } }, {}, settings)
}

/** Reads bodies in turn, in the memory of one server. */
const reader = Effect.map(
  Effect.flatMap(makeBodyMemory, makeReadBytes),
  (readBytes) => (context: RequestContext) => readBytes(context, () => undefined)
).pipe(Effect.provideService(ServerSettings, settings))

test.each([
  [1_023, 10, true],
  [1_024, 59, false],
  [1_024, 60, true]
] as const)(
  "a body of %d bytes a second is refused after %d seconds: %s",
  function* ([rate, seconds, isRefused]) {
    let pieces = 0
    // The first piece comes at once, and one that comes as the window ends is not in it.
    const next = Effect.suspend(() =>
      Effect.as(Effect.sleep(pieces++ === 0 ? 0 : 1_000), new Uint8Array(rate))
    )
    const reading = yield* Effect.forkChild((yield* reader)(arriving(1_000_000, next)))
    for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
    const exit = reading.pollUnsafe()
    assert.strictEqual(exit !== undefined, isRefused)
    if (exit !== undefined) assert.instanceOf(Exit.isFailure(exit) && (yield* Effect.flip(exit)), Rejection)
    yield* Fiber.interrupt(reading)
  }
)
