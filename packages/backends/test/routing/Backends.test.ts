// Backends in use: models by name, routes, and the change to another configuration while calls run.
import { assert, describe, it } from "@effect/vitest"
import { Decisions } from "@leadline/core/decisions"
import { isApiError } from "@leadline/core/errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import type { BackendSettings, Configuration } from "../../src/configuration/settings.ts"
import { Backends, layer } from "../../src/routing/Backends.ts"
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

const use = (configuration: Configuration, script: Script) => {
  const { layer: transport, requests } = scriptedTransport(script)
  const closed: Array<string> = []
  const backends = layer(configuration, {
    transport: () => transport,
    prepare: (settings) =>
      Effect.as(
        Effect.addFinalizer(() => Effect.sync(() => closed.push(settings.name))),
        { settings, isReady: () => true }
      ),
    embedded: () => Effect.fail({ message: "no engine here" })
  })
  return { backends, requests, closed }
}

const noulOf = Effect.flatMap(Decisions, ({ create }) =>
  Effect.map(create(request), ({ answers, model }) => [model, answers.urgent.noul])
)

const modelIn = (body: unknown): unknown => JSON.parse(String(body)).model

describe("backends", () => {
  it.effect("are asked for their own model, and the answer has the caller's", () => {
    const { backends, requests } = use(
      routed([backend("a", { models: { "decider-27b": "julia-1" } })], "a"),
      ({ body }) => answerOf(modelIn(body), 0.75)
    )
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* noulOf, ["decider-27b", 0.75])
      assert.strictEqual(modelIn(requests[0]?.body), "julia-1")
    }).pipe(Effect.provide(backends))
  })

  it.effect("that do not have the model pass the request on, or refuse it", () => {
    const other = backend("a", { models: { "another-model": "x" } })
    const both = use(routed([other, backend("b")], "a", "b"), ({ body }) => answerOf(modelIn(body), 0.5))
    const alone = use(routed([other], "a"), () => undefined)
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* noulOf.pipe(Effect.provide(both.backends)), ["decider-27b", 0.5])
      assert.strictEqual(both.requests.length, 1)
      const error = yield* Effect.flip(noulOf.pipe(Effect.provide(alone.backends)))
      assert.isTrue(isApiError(error) && error._tag === "InvalidRequestError" && error.param === "model")
    })
  })

  it.effect("without a route for a resource fail its requests, and the log names it", () => {
    const { backends } = use({ backends: [backend("a")], routes: {} }, () => undefined)
    const logged: Array<unknown> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
    return Effect.gen(function* () {
      const error = yield* Effect.flip(noulOf)
      assert.deepInclude(error, { _tag: "InternalServerError" })
      assert.deepInclude(logged.flat(), { resource: "decisions" })
    }).pipe(Effect.provide(Layer.merge(backends, logger)))
  })

  it.effect("change without a request lost, and unchanged ones stay", () => {
    const before = routed([backend("a"), backend("kept")], "a", "kept")
    const { backends, closed, requests } = use(before, ({ url }) =>
      answerOf("decider-27b", url.includes("a.example") ? 0.25 : 0.75)
    )
    return Effect.gen(function* () {
      const { reload, routes } = yield* Backends
      assert.deepStrictEqual(yield* noulOf, ["decider-27b", 0.25])
      yield* reload(routed([backend("kept"), backend("b")], "b"))
      assert.deepStrictEqual(yield* noulOf, ["decider-27b", 0.75])
      assert.match(requests.at(-1)?.url ?? "", /^https:\/\/b\.example/)
      assert.deepStrictEqual((yield* routes).decisions, [[{ backend: "b", weight: 1 }]])
      yield* Effect.yieldNow
      assert.deepStrictEqual(closed, ["a"])
    }).pipe(Effect.provide(backends))
  })

  it.effect("stay as they are when the next configuration cannot be used", () => {
    const { backends, closed } = use(routed([backend("a")], "a"), () => answerOf("decider-27b", 0.25))
    return Effect.gen(function* () {
      const { reload } = yield* Backends
      const error = yield* Effect.flip(reload(routed([backend("b")], "b", "embedded")))
      assert.strictEqual(error.message, "no engine here")
      assert.deepStrictEqual(closed, ["b"])
      assert.deepStrictEqual(yield* noulOf, ["decider-27b", 0.25])
    }).pipe(Effect.provide(backends))
  })

  it.effect("are closed when their last call has ended", () => {
    const { backends, closed, requests } = use(routed([backend("a")], "a"), () => undefined)
    return Effect.gen(function* () {
      const { reload } = yield* Backends
      const silent = yield* Effect.forkChild(noulOf)
      while (requests.length === 0) yield* Effect.yieldNow
      yield* reload(routed([backend("b")], "b"))
      yield* Effect.yieldNow
      assert.deepStrictEqual(closed, [])
      yield* Fiber.interrupt(silent)
      while (closed.length === 0) yield* Effect.yieldNow
      assert.deepStrictEqual(closed, ["a"])
    }).pipe(Effect.provide(backends))
  })

  it.effect("that a later configuration drops stay while a call of an earlier one is on them", () => {
    const { backends, closed, requests } = use(routed([backend("a"), backend("b")], "a"), () => undefined)
    return Effect.gen(function* () {
      const { reload } = yield* Backends
      const silent = yield* Effect.forkChild(noulOf)
      while (requests.length === 0) yield* Effect.yieldNow
      yield* reload(routed([backend("a"), backend("b")], "b"))
      yield* reload(routed([backend("b")], "b"))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(closed, [])
      yield* Fiber.interrupt(silent)
      while (closed.length === 0) yield* Effect.yieldNow
      assert.deepStrictEqual(closed, ["a"])
    }).pipe(Effect.provide(backends))
  })

  it.effect("of an earlier configuration are closed with the server, although a call is on them", () => {
    const { backends, closed, requests } = use(routed([backend("a")], "a"), () => undefined)
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(backends, scope)
      yield* Effect.forkChild(Effect.provideContext(noulOf, context))
      while (requests.length === 0) yield* Effect.yieldNow
      yield* Context.get(context, Backends).reload(routed([backend("b")], "b"))
      yield* Scope.close(scope, Exit.void)
      assert.sameMembers(closed, ["a", "b"])
    })
  })

  it.effect("that let callers wait for all of their time are not asked any more", () => {
    const { backends, requests } = use(routed([backend("a"), backend("b")], "a", "b"), ({ url }) =>
      url.includes("a.example") ? undefined : answerOf("decider-27b", 0.75)
    )
    return Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(Effect.replicateEffect(noulOf, 10, { concurrency: 10 }))
      while (requests.length < 10) yield* Effect.yieldNow
      yield* TestClock.adjust(30_000)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(yield* noulOf, ["decider-27b", 0.75])
      assert.strictEqual(requests.filter(({ url }) => url.includes("a.example")).length, 10)
    }).pipe(Effect.provide(backends))
  })
})
