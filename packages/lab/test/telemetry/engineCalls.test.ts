// Metrics of engine calls: each is counted once, by its outcome, a stream when it ends.
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Metric from "effect/Metric"
import * as Context from "effect/Context"
import { afterAll, assert, describe, it } from "vitest"
import {
  activeWork,
  layerServices,
  startServer,
  proxyServices,
  type ServiceOptions
} from "../../src/index.ts"
import { chat as chatOf, decision, endOn, grace, makeClock, post, request, until } from "../server/support.ts"

class Beneath extends Context.Service<Beneath, string>()("@leadline/lab/test/Beneath") {}

const beneath = ManagedRuntime.make(Layer.effect(Beneath, startServer()))
afterAll(() => beneath.dispose())

interface Served {
  readonly ask: (path: string, body: object, signal?: AbortSignal) => Promise<Response>
  /** The counts of calls, as soon as there are so many, and of cancellations. */
  readonly counted: (calls: number) => Promise<readonly [calls: object, cancelled: number]>
  /** The same, when it has ended. */
  readonly ended: () => Promise<readonly [calls: object, cancelled: number]>
}

const sum = (counts: object) => Object.values(counts).reduce((all: number, one: number) => all + one, 0)

const countOf = ({ state }: Metric.Metric.Snapshot) => ("count" in state ? Number(state.count) : 0)

/** A server in memory with metrics of its own. */
const served = async (services: ServiceOptions, use: (server: Served) => Promise<void>) => {
  const registry: typeof Metric.MetricRegistry.Service = new Map()
  const clock = await makeClock()
  const own = Layer.merge(Layer.succeed(Metric.MetricRegistry, registry), Layer.succeed(Clock.Clock, clock))
  const { dispose, handler } = toWebHandler(layerServices(services).pipe(Layer.provideMerge(own)), { grace })
  const count = () => {
    const all = Effect.runSync(Metric.snapshot.pipe(Effect.provideService(Metric.MetricRegistry, registry)))
    const calls = all
      .filter(({ id }) => id === "leadline_engine_calls_total")
      .map((one) => {
        const { engine, operation, outcome } = { ...one.attributes }
        return [`engine=${engine},operation=${operation},outcome=${outcome}`, countOf(one)] as const
      })
    const cancelled = all.find(({ id }) => id === "leadline_engine_cancellations_total")
    return [Object.fromEntries(calls), cancelled === undefined ? 0 : countOf(cancelled)] as const
  }
  await use({
    ask: (path, body, signal) => handler(request(path, post(body, { signal: signal ?? null }))),
    counted: async (calls) => {
      await until(() => sum(count()[0]) >= calls)
      return count()
    },
    ended: async () => {
      await endOn(clock, dispose)
      return count()
    }
  })
  await endOn(clock, dispose)
}

const chat = (script: object, stream = true) => chatOf(script, stream)

describe.each([
  ["embedded", () => Promise.resolve({})],
  ["upstream", async () => proxyServices(await beneath.runPromise(Beneath))]
] as const)("the engine %s", (engine, services) => {
  /** Streams of another server are an operation of their own. */
  const stream = engine === "embedded" ? "chat.create" : "chat.stream"
  const calls = (operation: string, outcomes: { readonly [outcome: string]: number }) =>
    Object.fromEntries(
      Object.entries(outcomes).map(([outcome, many]) => [
        `engine=${engine},operation=${operation},outcome=${outcome}`,
        many
      ])
    )

  it("has one call of each whole answer, whatever came of it", async () =>
    served(await services(), async ({ ask, counted }) => {
      await ask("/v1/decisions", decision("x"))
      await ask("/v1/decisions", decision({ fail: "UnavailableError" }))
      assert.deepStrictEqual(await counted(2), [calls("decisions.create", { ok: 1, UnavailableError: 1 }), 0])
    }))

  it("has one call of each stream, counted when it has come to its end", async () =>
    served(await services(), async ({ ask, counted }) => {
      const whole = await ask("/v1/sonar", chat({ say: "one two" }))
      assert.deepStrictEqual(await counted(0), [{}, 0])
      await whole.text()
      assert.deepStrictEqual(await counted(1), [calls(stream, { ok: 1 }), 0])
    }))

  it("has failed when its stream breaks off", async () =>
    served(await services(), async ({ ask, counted }) => {
      await (await ask("/v1/sonar", chat({ after: 1, fail: "DeadlineExceededError" }))).text()
      const [made] = await counted(1)
      assert.deepStrictEqual(
        made,
        // Beneath, an error event says no more than that.
        calls(stream, { [engine === "embedded" ? "DeadlineExceededError" : "InternalServerError"]: 1 })
      )
    }))

  it("is cancelled when the reader of its stream leaves, and when a caller does not wait", async () =>
    served(await services(), async ({ ask, counted }) => {
      const left = await ask("/v1/sonar", chat({ after: 1, silent: true }))
      await left.body?.cancel()
      const ofStream = calls(stream, { cancelled: 1 })
      assert.deepStrictEqual(await counted(1), [ofStream, 1])
      await until(() => activeWork.size === 0)
      const controller = new AbortController()
      const asked = ask("/v1/sonar", chat({ silent: true }, false), controller.signal)
      await until(() => activeWork.size > 0)
      controller.abort()
      await asked.catch(() => undefined)
      const [made, cancelled] = await counted(2)
      const whole = calls("chat.create", { cancelled: 1 })
      assert.deepStrictEqual(
        made,
        engine === "embedded" ? calls(stream, { cancelled: 2 }) : { ...ofStream, ...whole }
      )
      assert.strictEqual(cancelled, 2)
    }))

  it("is cancelled when the server ends before its stream", async () =>
    served(await services(), async ({ ask, ended }) => {
      const open = await ask("/v1/sonar", chat({ after: 1, silent: true }))
      const text = open.text()
      assert.deepStrictEqual(await ended(), [calls(stream, { cancelled: 1 }), 1])
      assert.include(await text, "unavailable")
    }))
})

describe("the engine embedded", () => {
  it("has no call of a request that is over the limit of tokens", () =>
    served({ tokensPerMinute: 1 }, async ({ ask, counted }) => {
      const statuses = [(await ask("/v1/decisions", decision("x"))).status]
      statuses.push((await ask("/v1/decisions", decision("x"))).status)
      assert.deepEqual(statuses, [200, 429])
      assert.deepStrictEqual(await counted(1), [
        { "engine=embedded,operation=decisions.create,outcome=ok": 1 },
        0
      ])
    }))

  it("has a defect when its stream dies", () =>
    served({}, async ({ ask, counted }) => {
      await (await ask("/v1/sonar", chat({ after: 1, die: true }))).text()
      assert.deepStrictEqual(await counted(1), [
        { "engine=embedded,operation=chat.create,outcome=defect": 1 },
        0
      ])
    }))
})
