// Routes: the order of backends, and the error when all fail.
import * as ApiError from "@leadline/core/errors"
import { addNotice, CurrentRequest, noticeHeader } from "@leadline/core/internal"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { nestedCall } from "../../src/routing/nestedCall.ts"
import { backendHeader, tryInOrder } from "../../src/routing/tryInOrder.ts"
import { weightedOrder } from "../../src/routing/weightedOrder.ts"
import { servedRequest, test } from "../support/effects.ts"

type Answer = Effect.Effect<string, ApiError.ApiError>
interface Answers {
  readonly [name: string]: Answer
}

const unavailable = new ApiError.UnavailableError({ message: "busy", retryAfter: 2_000 })
const invalid = new ApiError.InvalidRequestError({ message: "too many options", phase: "service" })
const badGateway = new ApiError.ConnectionError({ message: "away", reason: "badGateway", sent: true })
const good = { a: Effect.succeed("A"), b: Effect.succeed("B") }

/** The answer of a route, the backends that were tried, and the headers. */
const run = (answers: Answers, starting = "") => {
  const tried: Array<string> = []
  const names = Object.keys(answers)
  const targetOf = (name: string) => ({
    name,
    service: name,
    isReady: () => name !== starting,
    hasModel: () => true
  })
  const route = {
    steps: names.map((backend) => [{ backend, weight: 1 }]),
    targets: new Map(names.map((name) => [name, targetOf(name)]))
  }
  const { headers, request } = servedRequest()
  const answer = tryInOrder(route, [], (name): Answer => {
    tried.push(name)
    return answers[name] ?? Effect.die(name)
  })
  return { answer: Effect.provideService(answer, CurrentRequest, request), headers, tried }
}

describe("a route", () => {
  test.each<readonly [string, Answers, string, string, string]>([
    ["asks the first backend alone while it answers", good, "", "A", "a"],
    ["passes a backend over while its program starts", good, "a", "B", "b"],
    ["asks the next one after a failure", { ...good, a: Effect.fail(unavailable) }, "", "B", "ab"]
  ])("%s", function* ([, answers, starting, expected, asked]) {
    const { answer, tried } = run(answers, starting)
    assert.strictEqual(yield* answer, expected)
    assert.strictEqual(tried.join(""), asked)
  })

  test("fails with 503 while the only program starts", function* () {
    assert.strictEqual((yield* Effect.flip(run({ a: good.a }, "a").answer))._tag, "UnavailableError")
  })

  test("fails with the error that concerns the request, or else with the first one", function* () {
    const both = run({ a: Effect.fail(badGateway), b: Effect.fail(invalid) })
    assert.strictEqual(yield* Effect.flip(both.answer), invalid)
    assert.deepStrictEqual(both.headers, { [backendHeader]: "b" })
    const none = run({ a: Effect.fail(badGateway), b: Effect.fail(unavailable) })
    assert.strictEqual(yield* Effect.flip(none.answer), badGateway)
  })

  test("has the headers of the backend that answers", function* () {
    const { answer, headers } = run({
      a: Effect.andThen(addNotice("images-ignored"), Effect.fail(badGateway)),
      b: Effect.as(addNotice("options-in-rounds"), "B")
    })
    yield* answer
    assert.deepStrictEqual(headers, { [noticeHeader]: "options-in-rounds", [backendHeader]: "b" })
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
    const fiber = yield* Effect.forkChild(answer, { startImmediately: true })
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

it.each([
  [0.74, "ab"],
  [0.75, "ba"]
])("the order within a step is drawn by weight: %d", (random, order) => {
  const step = [
    { backend: "a", weight: 3 },
    { backend: "b", weight: 1 }
  ]
  const drawn = weightedOrder(step, () => random).map(({ backend }) => backend)
  assert.strictEqual(drawn.join(""), order)
})
