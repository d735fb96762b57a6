// Routes: the order of backends, and the error when all fail.
import { assert, describe, it } from "@effect/vitest"
import * as ApiError from "@leadline/core/errors"
import { addNotice, CurrentRequest, noticeHeader } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { Step } from "../../src/configuration/settings.ts"
import { backendHeader, tryInOrder } from "../../src/routing/tryInOrder.ts"
import { weightedOrder } from "../../src/routing/weightedOrder.ts"
import { servedRequest } from "../support/servedRequest.ts"

type Answer = Effect.Effect<string, ApiError.ApiError>

const unavailable = new ApiError.UnavailableError({ message: "busy", retryAfter: 2_000 })
const invalid = new ApiError.InvalidRequestError({ message: "too many options", phase: "service" })
const badGateway = new ApiError.ConnectionError({ message: "away", reason: "badGateway", sent: true })

const step = (...names: ReadonlyArray<string>): Step => names.map((backend) => ({ backend, weight: 1 }))

const run = (answers: { readonly [name: string]: Answer }, starting: ReadonlyArray<string> = []) => {
  const tried: Array<string> = []
  const names = Object.keys(answers)
  const route = {
    steps: names.map((name) => step(name)),
    targets: new Map(
      names.map((name) => [name, { name, service: name, isReady: () => !starting.includes(name) }])
    )
  }
  const answer = tryInOrder(route, (name): Answer => {
    tried.push(name)
    return answers[name] ?? Effect.die(name)
  })
  return { answer, tried }
}

const headersOf = (answers: { readonly [name: string]: Answer }) =>
  Effect.gen(function* () {
    const { headers, request } = servedRequest()
    yield* Effect.result(Effect.provideService(run(answers).answer, CurrentRequest, request))
    return headers
  })

describe("headers of a route", () => {
  const image = Effect.andThen(addNotice("images-ignored"), Effect.fail(badGateway))
  const rounds = Effect.as(addNotice("options-in-rounds"), "B")

  it.effect("are those of the backend that answers", () =>
    Effect.gen(function* () {
      const headers = yield* headersOf({ a: image, b: rounds })
      assert.deepStrictEqual(headers, { [noticeHeader]: "options-in-rounds", [backendHeader]: "b" })
    })
  )

  it.effect.each([
    ["the first error", badGateway, { [noticeHeader]: "images-ignored", [backendHeader]: "a" }],
    ["the error that concerns the request", invalid, { [backendHeader]: "b" }]
  ] as const)("are those of the backend with %s when none answers", ([, error, expected]) =>
    Effect.gen(function* () {
      const headers = yield* headersOf({ a: image, b: Effect.fail(error), c: Effect.fail(unavailable) })
      assert.deepStrictEqual(headers, expected)
    })
  )
})

describe("a route", () => {
  it.effect("asks the first backend alone while it answers", () =>
    Effect.gen(function* () {
      const { answer, tried } = run({ a: Effect.succeed("A"), b: Effect.succeed("B") })
      assert.strictEqual(yield* answer, "A")
      assert.deepStrictEqual(tried, ["a"])
    })
  )

  it.effect.each([unavailable, invalid, badGateway])("asks the next one after $_tag", (error) =>
    Effect.gen(function* () {
      const { answer, tried } = run({ a: Effect.fail(error), b: Effect.succeed("B") })
      assert.strictEqual(yield* answer, "B")
      assert.deepStrictEqual(tried, ["a", "b"])
    })
  )

  it.effect("passes a backend over while its program starts", () =>
    Effect.gen(function* () {
      const { answer, tried } = run({ a: Effect.succeed("A"), b: Effect.succeed("B") }, ["a"])
      assert.strictEqual(yield* answer, "B")
      assert.deepStrictEqual(tried, ["b"])
    })
  )

  it.effect("fails with 503 while the only program starts", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run({ a: Effect.succeed("A") }, ["a"]).answer)
      assert.strictEqual(error._tag, "UnavailableError")
    })
  )

  it.effect("fails with the error that concerns the request, or else with the first one", () =>
    Effect.gen(function* () {
      const both = run({ a: Effect.fail(badGateway), b: Effect.fail(invalid) })
      assert.strictEqual(yield* Effect.flip(both.answer), invalid)
      const none = run({ a: Effect.fail(badGateway), b: Effect.fail(unavailable) })
      assert.strictEqual(yield* Effect.flip(none.answer), badGateway)
    })
  )

  it.effect("gives a silent backend its share of the minute", () =>
    Effect.gen(function* () {
      const { answer, tried } = run({ a: Effect.never, b: Effect.succeed("B") })
      const fiber = yield* Effect.forkChild(answer)
      yield* TestClock.adjust(29_999)
      assert.deepStrictEqual(tried, ["a"])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), "B")
    })
  )

  it.effect("is interrupted with the call that runs", () =>
    Effect.gen(function* () {
      let interrupted = false
      const silent = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      const { answer, tried } = run({ a: silent, b: Effect.succeed("B") })
      const fiber = yield* Effect.forkChild(answer)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      assert.isTrue(interrupted)
      assert.deepStrictEqual(tried, ["a"])
    })
  )
})

describe("the order within a step", () => {
  const weights: Step = [
    { backend: "a", weight: 3 },
    { backend: "b", weight: 1 }
  ]

  it.each([
    [0, ["a", "b"]],
    [0.74, ["a", "b"]],
    [0.75, ["b", "a"]],
    [0.999, ["b", "a"]]
  ] as const)("is drawn by weight: %d", (random, order) =>
    assert.deepStrictEqual(
      weightedOrder(weights, () => random).map(({ backend }) => backend),
      [...order]
    )
  )
})
