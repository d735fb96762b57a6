// Backends in use: models by name, routes, and the change to another configuration while calls run.
import { Decisions } from "@leadline/core/decisions"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import { configured } from "../support/configured.ts"
import { linesOf, test } from "../support/effects.ts"
import type { Script } from "../support/scriptedTransport.ts"

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
    const lines = yield* linesOf(
      Effect.map(Effect.flip(noul), ({ _tag }) => assert.strictEqual(_tag, "InternalServerError"))
    )
    const message = lines.flatMap((line) => line.message)
    assert.deepInclude(message, { resource: "decisions" })
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
