// A complete server over fake engines, in memory or on a free port, also mounted into an Effect `HttpRouter`.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { ApiKeys } from "@leadline/core/api-keys"
import type { ApiKeyVerifier } from "@leadline/core/authentication"
import * as RouterServer from "@leadline/core/http-server"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Server from "@leadline/core/server"
import * as Shutdown from "@leadline/core/shutdown"
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Struct from "effect/Struct"
import * as Http from "node:http"
import type { Resource, ServiceOf } from "../resources.ts"
import { fakes } from "../conformance/index.ts"
import { layerFakeReviews } from "../fakes/skills.ts"

/** The one API key that these servers accept. */
export { apiKey } from "../fakes/apiKeys.ts"

type OtherResource = Exclude<Resource, "apiKeys">

/** Replacements of the fake services and defaults. */
export type ServiceOptions = { readonly [R in OtherResource]?: Layer.Layer<ServiceOf<R>> } & {
  /** Must accept {@link apiKey}. */
  readonly keys?: Layer.Layer<ApiKeys | ApiKeyVerifier>
  readonly requestsPerSecond?: number
  /** Default: no limit. */
  readonly tokensPerMinute?: number
}

/** All services: fake unless given. */
export const layerServices = ({
  keys = fakes.apiKeys,
  requestsPerSecond = 1_000_000,
  tokensPerMinute,
  ...given
}: ServiceOptions = {}): Layer.Layer<Server.Services> => {
  const services = { ...Struct.omit(fakes, ["apiKeys"]), ...given }
  return Layer.mergeAll(
    keys,
    layerFakeReviews,
    layerMemory({ requestsPerSecond, tokensPerMinute }),
    // Failures on purpose are no output of the tests.
    Logger.layer([]),
    ...(Object.values(services) as [Layer.Layer<ServiceOf<OtherResource>>])
  )
}

interface WebHandler {
  readonly handler: (request: Request) => Promise<Response>
  readonly dispose: () => Promise<void>
}

const fetchOf = (make: () => WebHandler) =>
  Effect.map(
    Effect.acquireRelease(Effect.sync(make), ({ dispose }) => Effect.promise(dispose)),
    ({ handler }) =>
      (input: string | URL | Request, init?: RequestInit) =>
        handler(new Request(input, init))
  )

/** The server in memory: its `fetch`. It stops with the scope. */
export const startInMemory = (options?: ServiceOptions) => fetchOf(() => toWebHandler(layerServices(options)))

/** The server on a free port of 127.0.0.1: its base URL. It stops with the scope. `more` replaces settings and services. */
export const startServer = <A = never>(options?: ServiceOptions, more?: Layer.Layer<A>) => {
  const services = layerServices(options)
  const server = Layer.provide(
    layerServer({ port: 0 }),
    more === undefined ? services : Layer.merge(services, more)
  )
  return Effect.map(Layer.build(server), (context) => Context.get(context, ServerAddress).url)
}

/** The server as a route of an `HttpRouter`. */
const layerRoute = (options?: ServiceOptions) =>
  Layer.merge(RouterServer.layer, Shutdown.layerOnRelease()).pipe(
    Layer.provide(Server.layer),
    Layer.provide(Shutdown.layer),
    Layer.provideMerge(layerServices(options))
  )

/** The server in an `HttpRouter`, in memory: its `fetch`. It stops with the scope. */
export const startRouterInMemory = (options?: ServiceOptions) =>
  fetchOf(() => HttpRouter.toWebHandler(layerRoute(options), { disableLogger: true }))

/** The server in an `HttpRouter` on a free port of 127.0.0.1: its base URL. It stops with the scope. */
export const startRouterServer = (options?: ServiceOptions) =>
  Effect.map(
    Layer.build(
      HttpRouter.serve(layerRoute(options), { disableListenLog: true, disableLogger: true }).pipe(
        Layer.provideMerge(
          NodeHttpServer.layerServer(() => Http.createServer(), { host: "127.0.0.1", port: 0 })
        ),
        Layer.provideMerge(Logger.layer([]))
      )
    ),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
