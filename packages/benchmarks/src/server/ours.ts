// This project's server, and its proxy, as `layerServer` makes them: key, limiter and all guards on.
import * as Authentication from "@leadline/core/authentication"
import { Decisions, make } from "@leadline/core/decisions"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Upstream from "@leadline/engine-upstream"
import { layerServices } from "@leadline/testing"
import { layerTransport } from "@leadline/transport-node"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { answers } from "../client/bodies.ts"
import { key, type Serve } from "./Subject.ts"

const scripted: unknown = JSON.parse(answers.decision)

const listen = async (decisions: Layer.Layer<Decisions>): Promise<number> => {
  // A busy machine makes the loop late: the server would shed what is measured.
  const server = layerServer({ maxLoopDelay: 0, port: 0 }).pipe(
    Layer.provide(
      Layer.mergeAll(
        layerServices({ decisions }),
        Authentication.layerKeys([Redacted.make(key)]),
        layerMemory({ requestsPerSecond: 1_000_000 })
      )
    )
  )
  const context = await Effect.runPromise(Layer.buildWithScope(server, Scope.makeUnsafe()))
  const address = Context.get(context, ServerAddress)
  return "port" in address ? address.port : 0
}

/** Answers by itself. */
export const serve: Serve = () =>
  listen(Layer.succeed(Decisions, make({ create: () => Effect.succeed(scripted) })))

/** Asks the server behind it. */
export const proxy: Serve = ({ upstream }) =>
  listen(
    Upstream.layerDecisions.pipe(
      Layer.provide(Upstream.layerBackend({ baseUrl: upstream, apiKey: Redacted.make(key) })),
      Layer.provide(layerTransport())
    )
  )
