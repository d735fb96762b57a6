// The queue of calls under `concurrency`.
import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { MaxOpsBeforeYield } from "effect/Scheduler"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Call } from "../../src/client/Call.ts"
import { CallOwner, type CallQueue, makeCallQueue } from "../../src/client/CallQueue.ts"
import * as Client from "../../src/Client.ts"
import type { ApiError } from "../../src/errors/ApiError.ts"
import { Chat } from "../../src/resources/chat/index.ts"
import { asked, headers, mark } from "../fixtures/streams.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const slow: Step = { ...good, after: 400 }

/** Calls over a script, on the clock of the test, all begun at once. */
const begin = Effect.fnUntraced(function* <A, E>(
  steps: ReadonlyArray<Step>,
  calls: ReadonlyArray<Effect.Effect<A, E, Client.Services>>,
  concurrency = 1
) {
  const { layer, sent } = clientOver(steps, { concurrency })
  const context = yield* Layer.build(layer)
  const fibers = yield* Effect.forEach(calls, (call) =>
    Effect.forkChild(Effect.exit(Effect.provide(call, context)), { startImmediately: true })
  )
  return { fibers, times: () => sent.map(({ at }) => at) }
})

const isSuccess = (fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>>) =>
  Effect.map(Fiber.join(fiber), Exit.isSuccess)

/** Has a call wait for its turn in a queue, and do something then. */
const queued = (queue: CallQueue, turn: Effect.Effect<void>, makeCall = Call) =>
  Effect.withFiber<void, ApiError>((fiber) => queue(new makeCall("Decisions.create", fiber, {}, false), turn))

/** A queue with one slot, held by the first call until it is released, and the names of the calls that ran. */
const heldQueue = Effect.gen(function* () {
  const queue = makeCallQueue(1)
  const ran: Array<string> = []
  const fork = (name: string, owner = "a", requests: Effect.Effect<void> = Effect.void) =>
    queued(
      queue,
      Effect.map(requests, () => void ran.push(name))
    ).pipe(Effect.provideService(CallOwner, owner), (call) =>
      Effect.forkChild(call, { startImmediately: true })
    )
  const end = yield* Deferred.make<void>()
  yield* fork("first", "a", Deferred.await(end))
  return { queue, ran, fork, release: () => Deferred.doneUnsafe(end, Effect.void) }
})

describe("calls under a limit", () => {
  test("run in order, as many as the limit, and their timeout begins with them", function* () {
    const calls = [ask, ask, ask, ask, ask].map((call) => Client.withOptions(call, { timeout: 600 }))
    const { fibers, times } = yield* begin([slow], calls, 2)
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(times(), [0, 0, 400, 400, 800])
    assert.deepEqual(yield* Effect.forEach(fibers, isSuccess), [true, true, true, true, true])
  })

  test("fail after their queueTimeout, unsent, and leave the queue; run if their turn comes before", function* () {
    const waiting = [399, 401].map((queueTimeout) => Client.withOptions(ask, { queueTimeout }))
    const { fibers, times } = yield* begin([slow], [ask, ...waiting])
    yield* TestClock.adjust(399)
    const failure = yield* Effect.flip(Effect.flatten(Fiber.join(fibers[1] ?? assert.fail())))
    assert.deepInclude(failure, {
      _tag: "DeadlineExceededError",
      phase: "queue",
      sent: false,
      isRetryable: true,
      attempts: 0,
      elapsed: 399,
      message: "The call waited 399 ms for a slot of `concurrency`."
    })
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(times(), [0, 400])
    assert.isTrue(yield* isSuccess(fibers[2] ?? assert.fail()))
  })

  test("wait also where one that waited has just taken the slot over", function* () {
    const { layer, sent } = clientOver([slow], { concurrency: 1 })
    const context = yield* Layer.build(layer)
    const fork = Effect.forkChild(Effect.provide(ask, context), { startImmediately: true })
    yield* fork
    yield* fork
    yield* TestClock.adjust(400)
    yield* fork
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(
      sent.map(({ at }) => at),
      [0, 400, 800]
    )
  })

  test("keep their slot while they wait for another attempt", function* () {
    const refused: Step = { status: 503, headers: { "retry-after": "10" } }
    const { times } = yield* begin([refused, good], [ask, ask])
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(times(), [0, 10_000, 10_000])
  })

  test("that are invalid fail without a turn", function* () {
    const invalid = Chat.use((chat) => chat.create({ model: "sonar", messages: [] }))
    const { fibers } = yield* begin<unknown, unknown>([{ silent: true }], [ask, invalid])
    assert.deepInclude(yield* Effect.flip(Effect.flatten(Fiber.join(fibers[1] ?? assert.fail()))), {
      _tag: "InvalidRequestError"
    })
  })

  test("that are interrupted leave the queue, also just as their turn comes", function* () {
    const { fork, ran, release } = yield* heldQueue
    const [second, third, fourth] = [yield* fork("second"), yield* fork("third"), yield* fork("fourth")]
    yield* Fiber.interrupt(third)
    yield* Effect.yieldNow
    assert.deepEqual(ran, [])
    yield* Effect.sync(() => {
      release()
      second.interruptUnsafe()
    })
    yield* Fiber.join(fourth)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(second)))
    assert.deepEqual(ran, ["first", "fourth"])
    yield* Fiber.join(yield* fork("fifth"))
    assert.deepEqual(ran, ["first", "fourth", "fifth"])
  })

  test("that are interrupted before they have joined the queue have no slot to give on", function* () {
    const { fork, queue, ran, release } = yield* heldQueue
    for (let at = 0; at < 100; at++) {
      // It lets others run after each few operations of its own.
      const few = 2 + (at % 10)
      const early = yield* Effect.forkChild(
        Effect.provideService(queued(queue, Effect.void), MaxOpsBeforeYield, few)
      )
      yield* Effect.replicateEffect(Effect.yieldNow, Math.floor(at / 10))
      yield* Fiber.interrupt(early)
    }
    const next = yield* fork("next")
    yield* Effect.replicateEffect(Effect.yieldNow, 10)
    assert.deepEqual(ran, [])
    release()
    yield* Fiber.join(next)
    assert.deepEqual(ran, ["first", "next"])
  })

  test("of several owners take turns, however many of one wait", function* () {
    const { fork, ran, release } = yield* heldQueue
    yield* Effect.forEach(["a1", "a2", "a3"], (name) => fork(name))
    const left = yield* fork("b1", "b")
    yield* fork("b2", "b")
    const last = yield* fork("a4")
    yield* fork("c1", "c")
    yield* Fiber.interrupt(left)
    release()
    yield* Fiber.join(last)
    assert.deepEqual(ran, ["first", "a1", "b2", "c1", "a2", "a3", "a4"])
    yield* Fiber.join(yield* fork("b3", "b"))
    assert.strictEqual(ran.at(-1), "b3")
  })

  test("leave no timer behind when their turn comes", function* () {
    const queue = makeCallQueue(1)
    let timers = 0
    class Watched extends Call {
      override setTimer(): () => void {
        timers++
        return () => void timers--
      }
    }
    const counts: Array<number> = []
    const count = Effect.sync(() => void counts.push(timers))
    yield* Effect.forEach([1, 2, 3], () => queued(queue, Effect.andThen(Effect.yieldNow, count), Watched), {
      concurrency: "unbounded",
      discard: true
    })
    assert.deepEqual(counts, [2, 1, 0])
  })
})

describe("a stream under a limit", () => {
  const events: Step = {
    headers,
    pieces: [
      { after: 100, body: ": still here\n\n" },
      { after: 100, body: mark }
    ]
  }
  const open = Chat.use((chat) => chat.stream(asked))

  test("keeps its slot until its body ends", function* () {
    const read = Effect.flatMap(open, Stream.runDrain)
    const { times } = yield* begin<unknown, unknown>([events, good], [read, ask])
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(times(), [0, 200])
  })

  test("releases its slot when the loop is left, and when it is not read within the idle timeout", function* () {
    const endless: Step = { ...events, repeats: true }
    const left = Effect.flatMap(open, (stream) =>
      Stream.runDrain(Stream.interruptWhen(stream, Effect.sleep(50)))
    )
    const unread = Client.withOptions(open, { idleTimeout: 300 })
    const { times } = yield* begin<unknown, unknown>([endless, endless, good], [left, unread, ask])
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(times(), [0, 50, 350])
  })
})

test.live("20,000 calls that wait for one another take no stack and each has its turn", function* () {
  const queue = makeCallQueue(1)
  const order: Array<number> = []
  const calls = Array.from({ length: 20_000 }, (_, index) =>
    queued(queue, index === 0 ? Effect.yieldNow : Effect.sync(() => void order.push(index)))
  )
  yield* Effect.all(calls, { concurrency: "unbounded", discard: true })
  assert.lengthOf(order, calls.length - 1)
  assert.isTrue(order.every((index, at) => index === at + 1))
})
