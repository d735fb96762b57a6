// The access log of requests that are interrupted while the server ends.
import { AccessLog, type Entry } from "@leadline/core/access-log"
import { Decisions, make } from "@leadline/core/decisions"
import * as Server from "@leadline/core/server"
import * as Shutdown from "@leadline/core/shutdown"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { layerServices } from "../../src/index.ts"
import { authorization, decision } from "./support.ts"

const body = new TextEncoder().encode(JSON.stringify(decision("The site is down.")))

/** A decision whose answer counts its sends. */
const makeExchange = () => {
  const sent: Array<number> = []
  const exchange: Server.ServerExchange = {
    method: "POST",
    target: "/v1/decisions",
    headers: { authorization },
    remoteAddress: undefined,
    localOrigin: () => undefined,
    body: { ready: () => body, next: Effect.undefined },
    send: ({ status }) => sent.push(status),
    stream: () => Effect.void
  }
  return { exchange, sent }
}

/** A request whose work reacts to no interruption until `release`, and its server. */
const start = Effect.gen(function* () {
  const entries: Array<Entry> = []
  const begun = yield* Deferred.make<void>()
  const done = yield* Deferred.make<never>()
  const create = () =>
    Effect.uninterruptible(Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(done)))
  const services = Layer.merge(
    layerServices({ decisions: Layer.succeed(Decisions, make({ create })) }),
    Layer.succeed(AccessLog, (entry) => void entries.push(entry))
  )
  const context = yield* Layer.build(
    Server.layer.pipe(Layer.provideMerge(Shutdown.layer), Layer.provide(services))
  )
  const { exchange, sent } = makeExchange()
  const fiber = Context.get(context, Server.Pipeline).start(exchange, context)
  yield* Deferred.await(begun)
  const end = Effect.flatMap(Shutdown.Shutdown, (shutdown) => shutdown.end).pipe(Effect.provide(context))
  const leave = Effect.sync(() => fiber.interruptUnsafe())
  const outcome = Effect.gen(function* () {
    yield* Deferred.interrupt(done)
    yield* Fiber.await(fiber)
    return { sent, log: entries.map(({ aborted, status }) => [aborted, status]) }
  })
  return { end, leave, outcome }
})

describe("a request whose work ends after the server began to end", () => {
  it.effect.each<readonly [string, ReadonlyArray<"end" | "leave">, object]>([
    ["is 503 when its caller waits", ["end"], { sent: [503], log: [[false, 503]] }],
    [
      "is 499, and not answered, when its caller left before",
      ["leave", "end"],
      { sent: [], log: [[true, 499]] }
    ],
    [
      "is 499, and not answered, when its caller left since",
      ["end", "leave"],
      { sent: [], log: [[true, 499]] }
    ]
  ])("%s", ([, steps, wanted]) =>
    Effect.gen(function* () {
      const started = yield* start
      for (const step of steps) yield* started[step]
      assert.deepStrictEqual<object>(yield* started.outcome, wanted)
    })
  )
})
