// How a record is waited for, and how pages are walked over, beside the conformance cases of packages/lab.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { withOptions } from "../../../src/Client.ts"
import { AsyncChat, type PollOptions } from "../../../src/resources/chat/async/index.ts"
import { fail, mockClient, respond, when } from "../../../src/testing/index.ts"
import { completed, record, request, running, step } from "../../fixtures/asyncChat.ts"
import { collect } from "../../fixtures/bulk.ts"
import { test } from "../../fixtures/effects.ts"
import { rejection } from "../../fixtures/calls.ts"
import { clientOver, type Step } from "../../fixtures/wire.ts"
import { mocked } from "../../testing/fixtures.ts"

const failed = {
  ...record,
  status: "FAILED",
  error_message: `Cannot answer "${request.messages[0].content}"`
}

/** The longest back-off: one that ends within a deadline would lead to another attempt. */
const noLuck: typeof Random.Random.Service = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 1 }

/** Polls on the test's clock: the record or the failure, and the milliseconds at which requests were sent. */
const poll = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>, options: PollOptions = {}) {
  const { layer, sent } = clientOver(steps)
  const outcome = yield* Effect.gen(function* () {
    const chat = yield* AsyncChat
    const polling = yield* Effect.forkChild(Effect.result(chat.createAndPoll({ request }, options)))
    yield* TestClock.adjust(options.timeout ?? "1 hour")
    return Result.merge(yield* Fiber.join(polling))
  }).pipe(Effect.provideService(Random.Random, noLuck), Effect.provide(layer))
  return { outcome, times: sent.map(({ at }) => at) }
})

describe("createAndPoll", () => {
  test("looks after 1 s, then ever later, at most every 15 s", function* () {
    const looks = Array.from({ length: 9 }, () => step(running))
    const { outcome, times } = yield* poll([step(record), ...looks, step(completed)])
    assert.propertyVal(outcome, "status", "COMPLETED")
    assert.deepEqual(
      times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0))),
      [1000, 1500, 2250, 3375, 5063, 7594, 11_391, 15_000, 15_000, 15_000]
    )
  })

  test("obeys a longer Retry-After, of a record and of a failure", function* () {
    const steps = [
      step(record, { "retry-after": "7" }),
      step(running, { "retry-after": "1" }),
      { status: 429, headers: { "retry-after": "90" } },
      step(completed)
    ]
    const { outcome, times } = yield* poll(steps, { pollInterval: "2 seconds" })
    assert.propertyVal(outcome, "status", "COMPLETED")
    assert.deepEqual(times, [0, 7000, 9000, 99_000])
  })

  test("waits 15 minutes by default, then ends with the facts of the last call, its own time and the id", function* () {
    const { outcome, times } = yield* poll([step(record), step(running)])
    assert.deepInclude(outcome, {
      _tag: "DeadlineExceededError",
      message: "No answer within 900 s. The request goes on: r1",
      operation: "AsyncChat.get",
      attempts: 1,
      elapsed: 900_000,
      sent: true,
      isRetryable: false
    })
    assert.isAbove(times.at(-1) ?? 0, 885_000)
  })

  test("calls onStatus with each record, and fails with the service's message, without the request", function* () {
    const seen: Array<string> = []
    const { outcome } = yield* poll([step(record), step(running), { status: 503 }, step(failed)], {
      onStatus: ({ status }) => seen.push(status)
    })
    assert.deepEqual(seen, ["CREATED", "IN_PROGRESS", "FAILED"])
    assert.deepInclude(outcome, { _tag: "InternalServerError", message: `Cannot answer "<redacted>"` })
  })

  it("makes an idempotency key, so that a lost reply is asked for again", async () => {
    const made = respond.asyncChat.create(completed)
    const { client, requests } = mocked([fail.status(500), made, made, made])
    await client.asyncChat.createAndPoll({ request })
    await client.asyncChat.createAndPoll({ request })
    await client.asyncChat.createAndPoll({ request, idempotency_key: "mine" })
    const keys = requests.map(({ body }) => Reflect.get(Object(body), "idempotency_key") as string)
    assert.strictEqual(keys[0], keys[1])
    assert.strictEqual(new Set(keys).size, 3)
    assert.strictEqual(keys[3], "mine")
  })
})

const page = (ids: ReadonlyArray<string>, next_token?: string | null) => ({
  requests: ids.map((id) => ({ ...record, id })),
  ...(next_token !== undefined && { next_token })
})

const script = () => [
  when({ query: { limit: "2" } }, respond.asyncChat.list(page(["a", "b"], "t1"))),
  when({ query: { limit: "2", next_token: "t1" } }, respond.asyncChat.list(page([], "t2"))),
  when({ query: { limit: "2", next_token: "t2" } }, respond.asyncChat.list(page(["c"], null)))
]

it("listAll walks over all pages, empty ones too, each fetched on demand, as often as it is asked", async () => {
  const { client, requests } = mocked([...script(), ...script()])
  const walk = client.asyncChat.listAll({ limit: 2 })
  for (const before of [0, 3]) {
    const iterator = walk[Symbol.asyncIterator]()
    assert.lengthOf(requests, before)
    assert.strictEqual((await iterator.next()).value?.id, "a")
    assert.lengthOf(requests, before + 1)
    const rest = await collect({ [Symbol.asyncIterator]: () => iterator })
    assert.deepEqual(rest.map(({ id }) => id).join(), "b,c")
  }
})

it("listAll ends at an abort within a page with its reason", async () => {
  const { client } = mocked(script().slice(0, 1))
  const controller = new AbortController()
  const walk = client.asyncChat.listAll({ limit: 2 }, { signal: controller.signal })
  const iterator = walk[Symbol.asyncIterator]()
  await iterator.next()
  controller.abort("mine")
  assert.strictEqual(await rejection(iterator.next()), "mine")
})

it.effect("listAll of an Effect program requests each page with the options that it was given", () => {
  const { layer, requests } = mockClient(script())
  return Effect.gen(function* () {
    const all = AsyncChat.use((chat) => chat.listAll({ limit: 2 }))
    const ids = yield* Stream.runCollect(yield* withOptions(all, { headers: { "x-team": "tides" } }))
    assert.lengthOf(ids, 3)
    for (const { headers } of requests) assert.propertyVal(headers, "x-team", "tides")
  }).pipe(Effect.provide(layer))
})

it("listAll fails at a circle of pages", async () => {
  const circle = Array.from({ length: 30 }, (_, at) => respond.asyncChat.list(page(["a"], `t${at % 7}`)))
  const { client, requests } = mockClient(circle)
  assert.propertyVal(await rejection(collect(client.asyncChat.listAll())), "_tag", "InvalidResponseError")
  assert.isAtMost(requests.length, 28)
})
