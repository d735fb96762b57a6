// Calls over a scripted transport, on the clock of the test.
import * as Client from "@leadline/core/client"
import { assert } from "@effect/vitest"
import type { ApiError } from "@leadline/core/errors"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import type { FaultReply } from "../../src/faults/FaultReply.ts"
import type { Operation } from "../../src/faults/operations.ts"
import { problemsIn, randomScenario } from "../../src/faults/randomScenarios.ts"
import { scriptedTransport } from "../../src/faults/scriptedTransport.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"

/** Runs a call to its end, however long that takes on the clock of the test. */
export const meet = Effect.fnUntraced(function* (
  operation: Operation,
  replies: ReadonlyArray<FaultReply>,
  options: { readonly timeout?: Duration.Input } = {}
) {
  const { layer, sent } = scriptedTransport(replies)
  const began = yield* Clock.currentTimeMillis
  const client = Client.layer({ baseUrl: "http://service.test", ...options }).pipe(Layer.provide(layer))
  const fiber = yield* Effect.forkChild(Effect.provide(operation.effect, client, { local: true }))
  yield* TestClock.adjust(500_000)
  const exit = yield* Fiber.await(fiber)
  const error: ApiError | undefined = Exit.isSuccess(exit) ? undefined : yield* Effect.flip(exit)
  return { error, sent, began, at: sent.map((one) => one.at - began) }
})

/** Meets the random scenarios of the seeds from 1 on, checks each, and counts their outcomes. */
export const meetRandom = Effect.fnUntraced(function* (scenarios: number) {
  const outcomes = new Map<string, number>()
  for (let seed = 1; seed <= scenarios; seed++) {
    const scenario = randomScenario(seededRandom(seed))
    const { operation, replies, timeout } = scenario
    yield* TestClock.setTime(1_790_000_000_000 + seed * 1_000_000 + (seed % 1_000))
    const { began, error, sent } = yield* meet(operation, replies, { timeout })
    const report = `seed ${seed}: ${operation.name}, ${JSON.stringify({ sent, error })}`
    assert.deepEqual(problemsIn(scenario, began, sent, error), [], report)
    const outcome = `${operation.name.endsWith("stream") ? "stream " : ""}${error?._tag ?? "ok"}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  return outcomes
})
