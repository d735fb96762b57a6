// Backends in use: models by name, routes, and the change to another configuration while calls run.
import { Decisions } from "@leadline/core/decisions"
import { isApiError } from "@leadline/core/errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe } from "vitest"
import type { BackendSettings, Configuration } from "../../src/configuration/settings.ts"
import { Backends, layer } from "../../src/routing/Backends.ts"
import { linesOf, test } from "../support/effects.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"

const request = {
  model: "decider-27b",
  state: "The site is down.",
  questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
} as const

const answerOf = (model: unknown, noul: number) => ({
  status: 200,
  body: {
    model,
    answers: { urgent: { type: "noul", noul } },
    usage: { input_tokens: 1, output_tokens: 0 }
  }
})

const backend = (name: string, more: Partial<BackendSettings> = {}): BackendSettings => ({
  name,
  kind: "leadline",
  url: `https://${name}.example`,
  ...more
})

const routed = (
  backends: ReadonlyArray<BackendSettings>,
  ...names: ReadonlyArray<string>
): Configuration => ({
  backends,
  routes: { decisions: names.map((name) => [{ backend: name, weight: 1 }]) }
})

/** Backends in use: their decisions, their changes, what their servers were asked, and which were closed. */
const use = (configuration: Configuration, script: Script) =>
  Effect.gen(function* () {
    const { layer: transport, requests } = scriptedTransport(script)
    const closed: Array<string> = []
    const scope = yield* Scope.fork(yield* Effect.scope)
    const backends = layer(configuration, {
      transport: () => transport,
      prepare: (settings) =>
        Effect.as(
          Effect.addFinalizer(() => Effect.sync(() => closed.push(settings.name))),
          { settings, isReady: () => true }
        ),
      embedded: () => Effect.fail({ message: "no engine here" })
    })
    const context = yield* Layer.buildWithScope(backends, scope)
    const { create } = Context.get(context, Decisions)
    const noul = Effect.map(create(request), ({ answers, model }) => [model, answers.urgent.noul])
    /** Asks a server that does not answer, until it was asked. */
    const asking = Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(noul)
      while (requests.length === 0) yield* Effect.yieldNow
      return fiber
    })
    return { ...Context.get(context, Backends), asking, closed, noul, requests, scope }
  })

const first = ["decider-27b", 0.25]
const second = ["decider-27b", 0.75]
/** "a" answers with 0.25, others with 0.75. */
const answering: Script = ({ url }) => answerOf("decider-27b", url.includes("a.example") ? 0.25 : 0.75)
const silent: Script = () => undefined

/** One backend with secrets. */
const withSecrets = (apiKey: string, token: string) =>
  routed([backend("a", { apiKey: Redacted.make(apiKey), environment: { TOKEN: Redacted.make(token) } })], "a")

describe("backends", () => {
  test("that do not have the model pass the request on, or refuse it", function* () {
    const other = backend("a", { models: { "another-model": "x" } })
    const both = yield* use(routed([other, backend("b")], "a", "b"), answering)
    assert.deepStrictEqual(yield* both.noul, second)
    assert.strictEqual(both.requests.length, 1)
    const alone = yield* use(routed([other], "a"), silent)
    const error = yield* Effect.flip(alone.noul)
    assert.isTrue(isApiError(error) && error._tag === "InvalidRequestError" && error.param === "model")
  })

  test("without a route for a resource fail its requests, and the log names it", function* () {
    const { noul } = yield* use({ backends: [backend("a")], routes: {} }, silent)
    const lines = yield* linesOf(
      Effect.map(Effect.flip(noul), ({ _tag }) => assert.strictEqual(_tag, "InternalServerError"))
    )
    assert.deepInclude(
      lines.flatMap(({ message }) => message),
      { resource: "decisions" }
    )
  })

  test("change without a request lost, and unchanged ones stay", function* () {
    const before = routed([backend("a"), backend("kept")], "a", "kept")
    const { closed, noul, reload, requests, routes } = yield* use(before, answering)
    assert.deepStrictEqual(yield* noul, first)
    yield* reload(routed([backend("kept"), backend("b")], "b"))
    assert.deepStrictEqual(yield* noul, second)
    assert.match(requests.at(-1)?.url ?? "", /^https:\/\/b\.example/)
    assert.deepStrictEqual((yield* routes).decisions, [[{ backend: "b", weight: 1 }]])
    yield* Effect.yieldNow
    assert.deepStrictEqual(closed, ["a"])
  })

  test("start again with another key or another variable, and with no other", function* () {
    const { closed, reload } = yield* use(withSecrets("key", "token"), answering)
    for (const [apiKey, token, count] of [
      ["key", "token", 0],
      ["key", "other", 1],
      ["another", "other", 2]
    ] as const) {
      yield* reload(withSecrets(apiKey, token))
      yield* Effect.yieldNow
      assert.lengthOf(closed, count)
    }
  })

  test("stay as they are when the next configuration cannot be used", function* () {
    const { closed, noul, reload } = yield* use(routed([backend("a")], "a"), answering)
    const error = yield* Effect.flip(reload(routed([backend("b")], "b", "embedded")))
    assert.strictEqual(error.message, "no engine here")
    assert.deepStrictEqual(closed, ["b"])
    assert.deepStrictEqual(yield* noul, first)
  })

  const both = [backend("a"), backend("b")]
  test("that a later configuration drops are closed when their last call has ended", function* () {
    const { asking, closed, reload } = yield* use(routed(both, "a"), silent)
    const call = yield* asking
    for (const next of [both, [backend("b")]]) yield* reload(routed(next, "b"))
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(closed, [])
    yield* Fiber.interrupt(call)
    while (closed.length === 0) yield* Effect.yieldNow
    assert.deepStrictEqual(closed, ["a"])
  })
})
