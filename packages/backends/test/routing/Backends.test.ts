// Backends in use: models by name, the order of a route, and the change to another configuration while calls run.
import { Decisions } from "@leadline/core/decisions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "vitest"
import { configured } from "../support/configured.ts"
import { linesOf, servedRequest, test } from "../support/effects.ts"
import { type Script } from "../support/scriptedTransport.ts"
import * as ApiError from "@leadline/core/errors"
import { addNotice, CurrentRequest, noticeHeader } from "@leadline/core/internal"
import { nestedCall } from "../../src/routing/nestedCall.ts"
import { backendHeader, tryInOrder } from "../../src/routing/tryInOrder.ts"
import { weightedOrder } from "../../src/routing/weightedOrder.ts"

const routed = (names: string, ...backends: ReadonlyArray<string>) => {
  const lines = backends.map((line) => {
    const [name = "", more = ""] = line.split(/:(.*)/)
    return `  ${name}: { kind: leadline, url: "https://${name}.example"${more} }\n`
  })
  return `backends:\n${lines.join("")}routes: { decisions: [${names}] }\n`
}

/** "a" answers with 0.25, others with 0.75. */
const answering: Script = ({ url }) => {
  const answers = { urgent: { type: "noul", noul: url.includes("a.example") ? 0.25 : 0.75 } }
  return { body: { model: "decider-27b", answers, usage: { input_tokens: 1, output_tokens: 0 } } }
}
const silent: Script = () => undefined

const use = Effect.fnUntraced(function* (text: string, script: Script) {
  const backends = yield* configured(text, script)
  const request = {
    model: "decider-27b",
    state: "The site is down.",
    questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
  } as const
  const noul = Effect.map(
    Context.get(backends.context, Decisions).create(request),
    ({ answers }) => answers.urgent.noul
  )
  return { ...backends, noul }
})

describe("backends", () => {
  test("that do not have the model pass the request on, or refuse it", function* () {
    const other = 'a:, models: { another-model: "x" }'
    const both = yield* use(routed("a, b", other, "b"), answering)
    assert.strictEqual(yield* both.noul, 0.75)
    assert.strictEqual(both.requests.length, 1)
    const alone = yield* use(routed("a", other), silent)
    assert.deepInclude(yield* Effect.flip(alone.noul), { _tag: "InvalidRequestError", param: "model" })
  })

  test("without a route for a resource fail its requests, and the log names it", function* () {
    const { noul } = yield* use("backends: {}", silent)
    const lines = yield* linesOf(Effect.exit(noul))
    assert.match(JSON.stringify(lines), /"resource":"decisions"/)
    assert.strictEqual((yield* Effect.flip(noul))._tag, "InternalServerError")
  })

  test("change without a request lost, and unchanged ones stay", function* () {
    const { closed, noul, reload, requests, routes } = yield* use(routed("a, kept", "a", "kept"), answering)
    assert.strictEqual(yield* noul, 0.25)
    yield* reload(routed("b", "kept", "b"))
    assert.strictEqual(yield* noul, 0.75)
    assert.match(requests.at(-1)?.url ?? "", /^https:\/\/b\.example/)
    assert.deepStrictEqual((yield* routes).decisions, [[{ backend: "b", weight: 1 }]])
    yield* Effect.yieldNow
    assert.deepStrictEqual(closed, ["a"])
  })

  test("start again with another key or another variable, and with no other", function* () {
    const { closed, reload } = yield* use("backends: {}", answering)
    const secrets = "apiKey: env:KEY, environment: { TOKEN: 'env:TOKEN' }"
    const text = `backends:\n  a: { kind: leadline, command: "serve {port}", ${secrets} }\n`
    for (const [KEY, TOKEN, count] of [
      ["key", "token", 0],
      ["key", "token", 0],
      ["key", "other", 1],
      ["another", "other", 2]
    ] as const) {
      yield* reload(text, { KEY, TOKEN })
      yield* Effect.yieldNow
      assert.lengthOf(closed, count)
    }
  })

  test("stay as they are when the next configuration cannot be used", function* () {
    const { closed, noul, reload } = yield* use(routed("a", "a"), answering)
    const error = yield* Effect.flip(reload(routed("b, embedded", "b")))
    assert.strictEqual(error.message, "no engine here")
    assert.deepStrictEqual(closed, ["b"])
    assert.strictEqual(yield* noul, 0.25)
  })

  test("that a later configuration drops are closed when their last call has ended", function* () {
    const { closed, noul, reload, requests } = yield* use(routed("a", "a", "b"), silent)
    const call = yield* Effect.forkChild(noul)
    while (requests.length === 0) yield* Effect.yieldNow
    for (const backends of [["a", "b"], ["b"]]) yield* reload(routed("b", ...backends))
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(closed, [])
    yield* Fiber.interrupt(call)
    while (closed.length === 0) yield* Effect.yieldNow
    assert.deepStrictEqual(closed, ["a"])
  })
})

type Answer = Effect.Effect<string, ApiError.ApiError>

const unavailable = new ApiError.UnavailableError({ message: "busy", retryAfter: 2_000 })
const invalid = new ApiError.InvalidRequestError({ message: "too many options", phase: "service" })
const badGateway = new ApiError.ConnectionError({ message: "away", reason: "badGateway", sent: true })
const [A, B] = [Effect.succeed("A"), Effect.succeed("B")]

/** The answer of a route, the backends that were tried, and the headers. */
const run = (answers: { readonly [name: string]: Answer }, starting = "") => {
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
  test.each([
    ["asks the first backend alone while it answers", { a: A, b: B }, "", "A", "a"],
    ["passes a backend over while its program starts", { a: A, b: B }, "a", "B", "b"],
    ["asks the next one after a failure", { a: Effect.fail(unavailable), b: B }, "", "B", "ab"]
  ] as const)("%s", function* ([, answers, starting, expected, asked]) {
    const { answer, tried } = run(answers, starting)
    assert.strictEqual(yield* answer, expected)
    assert.strictEqual(tried.join(""), asked)
  })

  test("fails with the error that concerns the request, or else with the first one, or 503 while its program starts", function* () {
    const invalidLast = run({ a: Effect.fail(badGateway), b: Effect.fail(invalid) })
    assert.strictEqual(yield* Effect.flip(invalidLast.answer), invalid)
    assert.deepStrictEqual(invalidLast.headers, { [backendHeader]: "b" })
    const none = run({ a: Effect.fail(badGateway), b: Effect.fail(unavailable) })
    assert.strictEqual(yield* Effect.flip(none.answer), badGateway)
    assert.strictEqual((yield* Effect.flip(run({ a: A }, "a").answer))._tag, "UnavailableError")
  })

  test("has the headers of the backend that answers", function* () {
    const { answer, headers } = run({
      a: Effect.andThen(addNotice("images-ignored"), Effect.fail(badGateway)),
      b: Effect.andThen(addNotice("options-in-rounds"), B)
    })
    yield* answer
    assert.deepStrictEqual(headers, { [noticeHeader]: "options-in-rounds", [backendHeader]: "b" })
  })

  test("gives a silent backend its share of the minute, and the last one what is left", function* () {
    const { answer, tried } = run({ a: Effect.never, b: Effect.as(Effect.sleep(29_999), "B") })
    const fiber = yield* Effect.forkChild(answer)
    yield* TestClock.adjust(29_999)
    assert.deepStrictEqual(tried, ["a"])
    yield* TestClock.adjust(30_000)
    assert.strictEqual(yield* Fiber.join(fiber), "B")
  })
})

test("a call within a call takes its answers from the memory of its request", function* () {
  const taking = nestedCall(Effect.map(CurrentRequest, (inner) => inner?.takeAnswer?.(2)))
  const request = { ...servedRequest().request, takeAnswer: (bytes: number) => bytes < 2 }
  assert.isFalse(yield* Effect.provideService(taking, CurrentRequest, request))
})

it("the order within a step is drawn by weight", () => {
  const step = [
    { backend: "a", weight: 3 },
    { backend: "b", weight: 1 }
  ]
  const firsts = [0.74, 0.75].map((random) => weightedOrder(step, () => random)[0]?.backend)
  assert.deepStrictEqual(firsts, ["a", "b"])
})
