import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { AsyncChat, make, type PollOptions } from "../../../../src/resources/chat/async/index.ts"
import { fail, mockClient, respond, when } from "../../../../src/testing/index.ts"
import { clientOver, type Step } from "../../../fixtures/wire.ts"
import { completed, record, request, response, running, step } from "../../../fixtures/asyncChat.ts"
import { test } from "../../../fixtures/effects.ts"

const failed = { ...record, status: "FAILED", error_message: "No page was found." } as const

/** Polls on the test's clock; `times` are the milliseconds at which requests were sent. */
const poll = (steps: ReadonlyArray<Step>, options?: PollOptions, advance: number = 3_600_000) => {
  const { layer, sent } = clientOver(steps)
  return Effect.gen(function* () {
    const polling = yield* Effect.forkChild(
      Effect.result(AsyncChat.use((chat) => chat.createAndPoll({ request }, options)))
    )
    yield* TestClock.adjust(advance)
    const result = yield* Fiber.join(polling)
    return { result, times: sent.map(({ at }) => at), sent }
  }).pipe(Effect.provide(layer))
}

describe("createAndPoll", () => {
  test("looks after 1 s, then ever later, at most every 15 s", function* () {
    const looks = Array.from({ length: 9 }, () => step(running))
    const { result, sent, times } = yield* poll([step(record), ...looks, step(completed)])
    assert.deepInclude(result, { _tag: "Success" })
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    assert.deepEqual(
      waits.map(Math.round),
      [1000, 1500, 2250, 3375, 5063, 7594, 11_391, 15_000, 15_000, 15_000]
    )
    assert.deepEqual(
      sent.slice(0, 2).map(({ request: { method, url } }) => `${method} ${new URL(url).pathname}`),
      ["POST /v1/async/sonar", "GET /v1/async/sonar/r1"]
    )
  })

  test("obeys a longer Retry-After, of a record and of a failure", function* () {
    const steps = [
      step(record, { "retry-after": "7" }),
      step(running, { "retry-after": "1" }),
      { status: 429, headers: { "retry-after": "90" } },
      step(completed)
    ]
    const { result, times } = yield* poll(steps, { pollInterval: "2 seconds" })
    assert.deepInclude(result, { _tag: "Success" })
    assert.deepEqual(times, [0, 7000, 9000, 99_000])
  })

  test("waits for failures that may pass, and ends with others", function* () {
    const down = { status: 503 }
    const passing = yield* poll([step(record), down, down, down, step(completed)])
    assert.deepInclude(passing.result, { _tag: "Success" })
    const { result, times } = yield* poll([step(record), { status: 404 }, step(completed)])
    assert.strictEqual(result._tag === "Failure" && result.failure._tag, "NotFoundError")
    assert.strictEqual(times.length, 2)
  })

  test("ends at its deadline, with the id; or with the last failure", function* () {
    const late = yield* poll([step(record), step(running)], { timeout: "4 seconds" })
    assert.deepEqual(late.times.map(Math.round), [0, 1000, 2500])
    assert.strictEqual(late.result._tag === "Failure" && late.result.failure._tag, "DeadlineExceededError")
    assert.match(String(late.result._tag === "Failure" && late.result.failure.message), /4 s.*r1/)
    const down = yield* poll([step(record), { status: 503 }], { timeout: "4 minutes" })
    assert.strictEqual(down.result._tag === "Failure" && down.result.failure._tag, "UnavailableError")
  })

  test("waits 15 minutes by default, not longer", function* () {
    const { result, times } = yield* poll([step(record), step(running)])
    assert.deepInclude(result, { _tag: "Failure" })
    assert.isBelow(times.at(-1) ?? 0, 900_001)
    assert.isAbove(times.at(-1) ?? 0, 885_000)
  })

  test("interrupts a look that hangs at the deadline", function* () {
    const { result } = yield* poll([step(record), { silent: true }], { timeout: "10 seconds" }, 10_000)
    assert.strictEqual(result._tag === "Failure" && result.failure._tag, "DeadlineExceededError")
  })

  test("calls onStatus with each record, and fails with the service's message", function* () {
    const seen: Array<string> = []
    const { result } = yield* poll([step(record), step(running), { status: 503 }, step(failed)], {
      onStatus: ({ status }) => seen.push(status)
    })
    assert.deepEqual(seen, ["CREATED", "IN_PROGRESS", "FAILED"])
    assert.strictEqual(result._tag === "Failure" && result.failure._tag, "InternalServerError")
    assert.strictEqual(result._tag === "Failure" && result.failure.message, "No page was found.")
  })

  test("redacts the request from the service's message", function* () {
    const reported = { ...failed, error_message: `Cannot answer "${request.messages[0].content}"` }
    const { result } = yield* poll([step(record), step(reported)])
    assert.strictEqual(result._tag === "Failure" && result.failure.message, `Cannot answer "<redacted>"`)
  })

  it("makes an idempotency key, so that a lost reply is asked for again", async () => {
    const { client, requests } = mockClient([
      fail.status(500),
      respond.asyncChat.create(record),
      respond.asyncChat.get(completed),
      respond.asyncChat.create(completed),
      respond.asyncChat.create(completed)
    ])
    const { response: answer } = await client.asyncChat.createAndPoll({ request })
    assert.strictEqual(answer.choices[0]?.message.content, "Yes.")
    await client.asyncChat.createAndPoll({ request })
    await client.asyncChat.createAndPoll({ request, idempotency_key: "mine" })
    const keys = requests.flatMap(({ body, method }) =>
      method === "POST" ? [Reflect.get(Object(body), "idempotency_key") as string] : []
    )
    assert.strictEqual(keys[0], keys[1])
    assert.strictEqual(new Set(keys).size, 3)
    assert.strictEqual(keys[3], "mine")
    await client.close()
  })

  it("of a client with promises waits as long as a call of its own may take, not as long as its `timeout`", async () => {
    const { client, requests, waits } = mockClient([
      when({ headers: { "x-a": "1" } }, respond.asyncChat.create(record)),
      when({ headers: { "x-a": "1" } }, respond.asyncChat.get(completed))
    ])
    const seen: Array<string> = []
    const { status } = await client.asyncChat.createAndPoll(
      { request },
      {
        timeout: "20 minutes",
        pollInterval: 30,
        headers: { "x-a": "1" },
        onStatus: (at) => seen.push(at.status)
      }
    )
    assert.strictEqual(status, "COMPLETED")
    assert.deepEqual(seen, ["CREATED", "COMPLETED"])
    assert.deepEqual(waits, [30])
    assert.strictEqual(requests.length, 2)
    await client.close()
  })

  it("rejects with the reason of its signal", async () => {
    const { client } = mockClient([respond.asyncChat.create(record)], { realDelays: true })
    const leaving = new AbortController()
    const polling = client.asyncChat.createAndPoll(
      { request },
      { signal: leaving.signal, onStatus: () => leaving.abort("mine") }
    )
    assert.strictEqual(await polling.then(String, String), "mine")
    await client.close()
  })

  test("is part of every implementation", function* () {
    const chat = make({
      create: () => Effect.succeed(record),
      get: () => Effect.succeed(completed),
      list: () => Effect.die("not listed")
    })
    const polling = yield* Effect.forkChild(chat.createAndPoll({ request }))
    yield* TestClock.adjust("1 second")
    assert.deepEqual((yield* Fiber.join(polling)).response, response)
  })
})
