// Routes: the order of backends, and the error when all fail.
import { assert, describe, it } from "vitest"
import * as ApiError from "@leadline/core/errors"
import { addNotice, CurrentRequest, noticeHeader } from "@leadline/core/internal"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import type { Step } from "../../src/configuration/settings.ts"
import { backendHeader, tryInOrder } from "../../src/routing/tryInOrder.ts"
import { nestedCall } from "../../src/routing/nestedCall.ts"
import { weightedOrder } from "../../src/routing/weightedOrder.ts"
import { servedRequest } from "../support/servedRequest.ts"
import { test } from "../support/effects.ts"

type Answer = Effect.Effect<string, ApiError.ApiError>

const unavailable = new ApiError.UnavailableError({ message: "busy", retryAfter: 2_000 })
const invalid = new ApiError.InvalidRequestError({ message: "too many options", phase: "service" })
const badGateway = new ApiError.ConnectionError({ message: "away", reason: "badGateway", sent: true })

const step = (...names: ReadonlyArray<string>): Step => names.map((backend) => ({ backend, weight: 1 }))

const run = (
  answers: { readonly [name: string]: Answer },
  starting: ReadonlyArray<string> = [],
  models: ReadonlyArray<string> = []
) => {
  const tried: Array<string> = []
  const names = Object.keys(answers)
  const route = {
    steps: names.map((name) => step(name)),
    targets: new Map(
      names.map((name) => [
        name,
        {
          name,
          service: name,
          isReady: () => !starting.includes(name),
          hasModel: (model: string) => model.includes(name)
        }
      ])
    )
  }
  const answer = tryInOrder(route, models, (name): Answer => {
    tried.push(name)
    return answers[name] ?? Effect.die(name)
  })
  return { answer, tried }
}

describe("headers of a route", () => {
  const image = Effect.andThen(addNotice("images-ignored"), Effect.fail(badGateway))
  const rounds = Effect.as(addNotice("options-in-rounds"), "B")

  test.each<readonly [string, { readonly [name: string]: Answer }, object]>([
    ["that answers", { a: image, b: rounds }, { [noticeHeader]: "options-in-rounds", [backendHeader]: "b" }],
    ["whose error it is", { a: image, b: Effect.fail(invalid) }, { [backendHeader]: "b" }]
  ])("are those of the backend %s", function* ([, answers, expected]) {
    const { headers, request } = servedRequest()
    yield* Effect.result(Effect.provideService(run(answers).answer, CurrentRequest, request))
    assert.deepStrictEqual(headers, expected)
  })
})

type Given = readonly [answers: { readonly [name: string]: Answer }, starting?: ReadonlyArray<string>]

describe("a route", () => {
  const good = { a: Effect.succeed("A"), b: Effect.succeed("B") }

  test.each<readonly [string, Given, string, ReadonlyArray<string>]>([
    ["asks the first backend alone while it answers", [good], "A", ["a"]],
    ["passes a backend over while its program starts", [good, ["a"]], "B", ["b"]],
    ["asks the next one after a failure", [{ ...good, a: Effect.fail(unavailable) }], "B", ["a", "b"]]
  ])("%s", function* ([, given, expected, asked]) {
    const { answer, tried } = run(...given)
    assert.strictEqual(yield* answer, expected)
    assert.deepStrictEqual(tried, asked)
  })

  test("fails with 503 while the only program starts", function* () {
    assert.strictEqual((yield* Effect.flip(run({ a: good.a }, ["a"]).answer))._tag, "UnavailableError")
  })

  test("fails with the error that concerns the request, or else with the first one", function* () {
    const both = run({ a: Effect.fail(badGateway), b: Effect.fail(invalid) })
    assert.strictEqual(yield* Effect.flip(both.answer), invalid)
    const none = run({ a: Effect.fail(badGateway), b: Effect.fail(unavailable) })
    assert.strictEqual(yield* Effect.flip(none.answer), badGateway)
  })

  test("gives a silent backend its share of the minute", function* () {
    const { answer, tried } = run({ ...good, a: Effect.never })
    const fiber = yield* Effect.forkChild(answer)
    yield* TestClock.adjust(29_999)
    assert.deepStrictEqual(tried, ["a"])
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* Fiber.join(fiber), "B")
  })

  test("is interrupted with the call that runs", function* () {
    const interrupted = yield* Deferred.make<boolean>()
    const silent = Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, true))
    const { answer, tried } = run({ ...good, a: silent })
    const fiber = yield* Effect.forkChild(answer)
    yield* Effect.yieldNow
    yield* Fiber.interrupt(fiber)
    assert.isTrue(yield* Deferred.isDone(interrupted))
    assert.deepStrictEqual(tried, ["a"])
  })
})

test("a call within a call takes its answers from the memory of its request", function* () {
  const taking = nestedCall(Effect.map(CurrentRequest, (inner) => inner?.takeAnswer?.(2)))
  const request = { ...servedRequest().request, takeAnswer: (bytes: number) => bytes < 2 }
  assert.isFalse(yield* Effect.provideService(taking, CurrentRequest, request))
})

describe("the order within a step", () => {
  const weights: Step = [
    { backend: "a", weight: 3 },
    { backend: "b", weight: 1 }
  ]

  it.each([
    [0.74, ["a", "b"]],
    [0.75, ["b", "a"]]
  ] as const)("is drawn by weight: %d", (random, order) =>
    assert.deepStrictEqual(
      weightedOrder(weights, () => random).map(({ backend }) => backend),
      [...order]
    )
  )
})
