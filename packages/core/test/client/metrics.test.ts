// What a client reports of its attempts, and the metrics that are made of it.
import { assert, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { AttemptInfo } from "../../src/Client.ts"
import { duration, makeClientMetrics } from "../../src/client/metrics.ts"
import { ended, run } from "../fixtures/calls.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"

const operation = "Decisions.create"

/** The attempts of one call, as they are reported. */
const attemptsOf = async (steps: ReadonlyArray<Step>, options: object = {}) => {
  const reported: Array<AttemptInfo> = []
  await run(steps, { ...options, onAttempt: (attempt) => void reported.push(attempt) })
  return reported
}

describe("an attempt that is over", () => {
  it("is reported, with why it failed and when the next one is", async () => {
    const reported = await attemptsOf([
      { status: 429, headers: { "retry-after": "7" } },
      { after: 2_000, status: 503, headers: { "retry-after": "1" } },
      { ...good, after: 500 }
    ])
    assert.deepEqual(
      reported.map(({ attempt, elapsed, error, retryDelay: wait }) => [attempt, error?._tag, wait, elapsed]),
      [
        [1, "RateLimitError", 7_000, 0],
        [2, "UnavailableError", 1_000, 9_000],
        [3, undefined, undefined, 10_500]
      ]
    )
    assert.deepEqual(
      reported.map(({ retryTokens: tokens }) => tokens),
      [500, 495, 500]
    )
    assert.isTrue(reported.every((attempt) => attempt.operation === operation))
  })

  it.each([
    ["as final", { status: 403 }, {}, "PermissionDeniedError"],
    ["as the last one", { status: 500 }, { maxRetries: 0 }, "InternalServerError"],
    ["at the deadline", { silent: true }, { timeout: "3 seconds" }, "DeadlineExceededError"]
  ] as const)("is reported when its failure stands %s", async (_, step, options, tag) => {
    const reported = await attemptsOf([step], options)
    assert.deepEqual(
      reported.map(({ error, retryDelay: wait }) => [error?._tag, wait]),
      [[tag, undefined]]
    )
  })
})

/** What a registry holds, by name and labels. */
const shown = (context: Context.Context<never>) =>
  Object.fromEntries(
    Metric.snapshotUnsafe(context).flatMap(({ attributes, id, state, type }) => {
      const labels = Object.entries(attributes ?? {}).map(([name, value]) => `${name}=${value}`)
      return type === "Counter" ? [[[id, ...labels].join(" "), Number(state.count)]] : []
    })
  )

const own = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, Metric.MetricRegistry, new Map())

describe("the metrics of a client", () => {
  it.effect("count attempts by outcome, retries by reason, and each call's time once", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context()
      const onAttempt = makeClientMetrics(context)
      const steps = [
        { status: 429, headers: { "retry-after": "7" } },
        { status: 500, headers: { "retry-after": "1" } },
        good,
        { status: 404 }
      ]
      const { layer } = clientOver(steps, { onAttempt })
      yield* yield* ended(Effect.provide(Effect.andThen(ask, Effect.exit(ask)), layer))
      assert.deepEqual(shown(context), {
        [`leadline_client_attempts_total operation=${operation} outcome=RateLimitError`]: 1,
        [`leadline_client_attempts_total operation=${operation} outcome=InternalServerError`]: 1,
        [`leadline_client_attempts_total operation=${operation} outcome=NotFoundError`]: 1,
        [`leadline_client_attempts_total operation=${operation} outcome=ok`]: 1,
        [`leadline_client_retries_total operation=${operation} reason=RateLimitError`]: 1,
        [`leadline_client_retries_total operation=${operation} reason=InternalServerError`]: 1
      })
      const { count, sum } = yield* Metric.value(duration({ operation }))
      assert.deepEqual([count, sum], [2, 8])
    }).pipe(own)
  )

  it("are in no module that a client imports", () => {
    const src = join(import.meta.dirname, "../../src")
    const metrics = join(src, "client/metrics.ts")
    const asking = globSync("**/*.ts", { cwd: src }).filter((file) =>
      Array.from(readFileSync(join(src, file), "utf8").matchAll(/from "(\..*)"/g)).some(
        ([, path = ""]) => join(src, dirname(file), path) === metrics
      )
    )
    assert.deepEqual(asking, [])
  })
})
