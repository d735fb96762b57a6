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
import { at } from "../fixtures/calls.ts"
import { asked, headers } from "../fixtures/streams.ts"
import { ask, clientOver, good, type Step } from "../fixtures/wire.ts"
import { test } from "../fixtures/effects.ts"

const slow: Step = { ...good, after: 400 }

/** Begins calls over a script, on the clock of the test. */
const client = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, concurrency = 1) {
  const { layer, sent } = clientOver(steps, { concurrency })
  const context = yield* Layer.build(layer)
  const begin = <A, E>(call: Effect.Effect<A, E, Client.Services>) =>
    Effect.forkChild(Effect.provide(call, context), { startImmediately: true })
  return { begin, sent }
})

/** When the requests of calls are sent that begin at once. */
const timesOf = Effect.fnUntraced(function* <A, E>(
  steps: ReadonlyArray<Step>,
  calls: ReadonlyArray<Effect.Effect<A, E, Client.Services>>,
  concurrency?: number
) {
  const { begin, sent } = yield* client(steps, concurrency)
  const fibers = yield* Effect.forEach(calls, begin)
  yield* TestClock.adjust("1 minute")
  return { times: at(sent), exits: yield* Effect.forEach(fibers, Fiber.await) }
})

/** Has a call wait for its turn in a queue, and do something then. */
const queued = (queue: CallQueue, turn: Effect.Effect<void>) =>
  Effect.withFiber<void, ApiError>((fiber) => queue(new Call("Decisions.create", fiber, {}, false), turn))

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
    const calls = Array.from({ length: 5 }, () => Client.withOptions(ask, { timeout: 600 }))
    const { exits, times } = yield* timesOf([slow], calls, 2)
    assert.deepEqual(times, [0, 0, 400, 400, 800])
    assert.isTrue(exits.every(Exit.isSuccess))
  })

  test("fail after their queueTimeout, unsent, and leave the queue; run if their turn comes before", function* () {
    const waiting = [399, 401].map((queueTimeout) => Client.withOptions(ask, { queueTimeout }))
    const { exits, times } = yield* timesOf([slow], [ask, ...waiting])
    assert.deepInclude(yield* Effect.flip(exits[1] ?? assert.fail()), {
      _tag: "DeadlineExceededError",
      phase: "queue",
      sent: false,
      isRetryable: true,
      elapsed: 399
    })
    assert.deepEqual(times, [0, 400])
    assert.isTrue(exits[2] !== undefined && Exit.isSuccess(exits[2]))
  })

  test("wait also where one that waited has just taken the slot over", function* () {
    const { begin, sent } = yield* client([slow])
    yield* begin(ask)
    yield* begin(ask)
    yield* TestClock.adjust(400)
    yield* begin(ask)
    yield* TestClock.adjust("1 minute")
    assert.deepEqual(at(sent), [0, 400, 800])
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
    yield* Fiber.join(yield* fork("fifth"))
    assert.deepEqual(ran, ["first", "fourth", "fifth"])
  })

  test("that are interrupted before they have joined the queue have no slot to give on", function* () {
    const { fork, queue, ran, release } = yield* heldQueue
    for (let tries = 0; tries < 100; tries++) {
      // It lets others run after each few operations of its own.
      const early = Effect.provideService(queued(queue, Effect.void), MaxOpsBeforeYield, 2 + (tries % 10))
      const fiber = yield* Effect.forkChild(early)
      yield* Effect.replicateEffect(Effect.yieldNow, Math.floor(tries / 10))
      yield* Fiber.interrupt(fiber)
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
  })

  test.live("take no stack, however many wait for one another", function* () {
    const queue = makeCallQueue(1)
    const order: Array<number> = []
    const calls = Array.from({ length: 20_000 }, (_, index) =>
      queued(queue, index === 0 ? Effect.yieldNow : Effect.sync(() => void order.push(index)))
    )
    yield* Effect.all(calls, { concurrency: "unbounded", discard: true })
    assert.lengthOf(order, calls.length - 1)
    assert.isTrue(order.every((index, place) => index === place + 1))
  })
})

test("a stream keeps its slot until it is left, or is not read within the idle timeout", function* () {
  const alive = { after: 100, body: ": still here\n\n" }
  const endless: Step = { headers, pieces: [alive], repeats: true }
  const open = Chat.use((chat) => chat.stream(asked))
  const left = Effect.flatMap(open, (stream) =>
    Stream.runDrain(Stream.interruptWhen(stream, Effect.sleep(50)))
  )
  const unread = Client.withOptions(open, { idleTimeout: 300 })
  const { times } = yield* timesOf<unknown, unknown>([endless, endless, good], [left, unread, ask])
  assert.deepEqual(times, [0, 50, 350])
})
