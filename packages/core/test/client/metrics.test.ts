// What a client reports of its attempts, and the metrics that are made of it.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { duration, makeClientMetrics } from "../../src/client/metrics.ts"
import { ended, run } from "../fixtures/calls.ts"
import { ask, clientOver, good } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const operation = "Decisions.create"

it("an attempt that is over is reported, with why it failed and when the next one is", async () => {
  const reported: Array<unknown> = []
  const steps = [
    { status: 429, headers: { "retry-after": "7" } },
    { after: 2_000, status: 503, headers: { "retry-after": "1" } },
    { ...good, after: 500 }
  ]
  await run(steps, {
    onAttempt: ({ attempt, elapsed, error, operation: of, retryDelay, retryTokens }) =>
      void reported.push([of, attempt, error?._tag, retryDelay, elapsed, retryTokens])
  })
  assert.deepEqual(reported, [
    [operation, 1, "RateLimitError", 7_000, 0, 500],
    [operation, 2, "UnavailableError", 1_000, 9_000, 495],
    [operation, 3, undefined, undefined, 10_500, 500]
  ])
})

test("metrics count attempts by outcome, retries by reason, and each call's time once", function* () {
  const count = Effect.gen(function* () {
    const context = yield* Effect.context()
    const steps = [
      { status: 429, headers: { "retry-after": "7" } },
      { status: 500, headers: { "retry-after": "1" } },
      good,
      { status: 404 }
    ]
    const { layer } = clientOver(steps, { onAttempt: makeClientMetrics(context) })
    yield* yield* ended(Effect.provide(Effect.andThen(ask, Effect.exit(ask)), layer))
    const counters = Metric.snapshotUnsafe(context).flatMap(({ attributes, id, state, type }) =>
      type === "Counter" ? [[id, ...Object.values({ ...attributes }), Number(state.count)].join(" ")] : []
    )
    assert.sameMembers(counters, [
      `leadline_client_attempts_total ${operation} RateLimitError 1`,
      `leadline_client_attempts_total ${operation} InternalServerError 1`,
      `leadline_client_attempts_total ${operation} NotFoundError 1`,
      `leadline_client_attempts_total ${operation} ok 1`,
      `leadline_client_retries_total ${operation} RateLimitError 1`,
      `leadline_client_retries_total ${operation} InternalServerError 1`
    ])
    const times = yield* Metric.value(duration({ operation }))
    assert.deepInclude(times, { count: 2, sum: 8 })
  })
  yield* Effect.provideService(count, Metric.MetricRegistry, new Map())
})
