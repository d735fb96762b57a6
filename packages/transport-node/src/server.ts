// The server on node:http: the contract's routes behind the raw gate, with bounded timeouts.
// Source: §4; Assumed: ours for the settings.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Drain from "@leadline/core/drain"
import * as Server from "@leadline/core/server"
import { Shortcut } from "@leadline/core/shortcut"
import { enableFairQueue } from "@leadline/core/scheduling"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import type * as HttpServerError from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Http from "node:http"
import { Socket } from "node:net"
import * as Admin from "./admin.ts"
import * as Draining from "./draining.ts"
import { refuse } from "./gate.ts"
import * as LoopDelay from "./loopDelay.ts"
import { makePerAddress } from "./perAddress.ts"
import { makeRefusals, type Refusals } from "./refusals.ts"
import { makeTake, type Take } from "./shortcut.ts"
import { makeStalls } from "./stalls.ts"
import { keepTick } from "./ticks.ts"

/** Where to listen. */
export interface ServerOptions {
  /** TCP port; 0 takes a free one. Default 8080. */
  readonly port?: number | undefined
  /** Address to bind. Default 127.0.0.1: this machine only. */
  readonly host?: string | undefined
  /** Connections at once; one more is closed unheard. Default 10,000. */
  readonly maxConnections?: number | undefined
  /** Connections of one address at once; one more is closed unheard. Default 0: as many as it likes. */
  readonly maxConnectionsPerAddress?: number | undefined
  /** Addresses or networks of proxies, whose connections are not counted by address. Default none. */
  readonly proxies?: ReadonlyArray<string> | undefined
  /** Milliseconds an answer may wait for a reader that takes nothing. Default 30,000. */
  readonly stallTimeout?: number | undefined
  /** Milliseconds for an end in good order; streams are told 3 seconds before. Default 25,000. */
  readonly grace?: number | undefined
  /** Milliseconds it still accepts when the end has begun, so that balancers learn of it. Default 0. */
  readonly linger?: number | undefined
  /**
   * Milliseconds by which the event loop may be late (99th percentile of the last seconds) before requests with a body
   * get 503. Default 0: they never do.
   */
  readonly maxLoopDelay?: number | undefined
  /** A port for probes and metrics alone. Default none: see `HealthSettings` for what the server itself shows. */
  readonly admin?: Admin.AdminOptions | undefined
}

const settings: Http.ServerOptions = {
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  // Whatever the process was started with: the lenient parser lets requests be smuggled.
  insecureHTTPParser: false,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  requestTimeout: 60_000,
  // The gate refuses it, and tells.
  requireHostHeader: false
}

/** What never becomes a request, by its event, with the status for it: a tunnel, a wish in `Expect`, one too many. */
const unheards: { readonly [event: string]: number } = {
  connect: 405,
  checkExpectation: 417,
  dropRequest: 503
}

// When this is loaded: by the time a server listens it is too late.
keepTick()
enableFairQueue()

/** A request that the gate refuses never reaches a listener, and nothing upgrades. */
class GatedServer extends Http.Server {
  readonly #stalls: ReturnType<typeof makeStalls>
  readonly #stays: ReturnType<typeof makePerAddress>
  /** Set when all they need is there. */
  take: Take | undefined = undefined
  refusals: Refusals | undefined = undefined

  constructor(options: ServerOptions) {
    const {
      maxConnections = 10_000,
      maxConnectionsPerAddress = 0,
      proxies = [],
      stallTimeout = 30_000
    } = options
    super(settings)
    this.#stays = makePerAddress(maxConnectionsPerAddress, proxies)
    this.maxConnections = maxConnections
    this.maxRequestsPerSocket = 1_000
    this.#stalls = makeStalls(stallTimeout)
    this.once("close", this.#stalls.stop)
  }

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [request, response] = args
    if (event === "connection" && request instanceof Socket && !this.#stays(request)) {
      request.destroy()
      return true
    }
    // Nobody listens, so that Node answers by itself.
    if (event === "clientError") this.refusals?.byParser(request, response)
    if (event !== "request" && event !== "checkContinue") {
      return this.#isUnheard(event, request, response) || super.emit(event, ...args)
    }
    if (request instanceof Http.IncomingMessage && response instanceof Http.ServerResponse) {
      const waits = () => this.#stalls.watch(response)
      if (refuse(request, response)) {
        waits()
        this.refusals?.byGate(request.method, response.statusCode)
        return true
      }
      if (event === "request" && this.take !== undefined) {
        const long = () => {
          waits()
          super.emit(event, ...args)
        }
        this.take(request, response, { long, waits })
        return true
      }
      waits()
    }
    return super.emit(event, ...args)
  }

  /** Ends what never becomes a request; the last request of a connection Node answers by itself. */
  #isUnheard(event: string, request: unknown, response: unknown): boolean {
    const status = unheards[event]
    if (status === undefined || !(request instanceof Http.IncomingMessage)) return false
    this.refusals?.byGate(request.method, status)
    if (event === "connect" && response instanceof Socket) response.destroy()
    if (response instanceof Http.ServerResponse) response.writeHead(status).end()
    return true
  }

  /** Asked before Node answers by itself, and before it upgrades: without a listener it reads that like any request. */
  override listenerCount(event: string | symbol): number {
    if (event === "upgrade") return 0
    return event === "connect" || event === "checkExpectation" ? 1 : super.listenerCount(event)
  }
}

/**
 * Listens and serves the contract over the services provided to it. Gives the `HttpServer` with the bound
 * address; fails with `ServeError` when it cannot listen. On release it drains: answers finish, and what still runs
 * shortly before the grace ends gets a last event or 503.
 */
export const layerServer = (
  options: ServerOptions = {}
): Layer.Layer<HttpServer.HttpServer | Drain.Drain, HttpServerError.ServeError, Server.Services> =>
  Layer.suspend(() => {
    const server = new GatedServer(options)
    const serving = HttpRouter.serve(Server.layer, {
      disableListenLog: true,
      disableLogger: true,
      routerConfig: Server.routerConfig
    })
    const taking = Layer.effectDiscard(
      Effect.gen(function* () {
        server.refusals = yield* makeRefusals
        server.take = makeTake(yield* Shortcut)
      })
    ).pipe(Layer.provide(Server.layerShortcut))
    return Draining.layer(server, options).pipe(
      Layer.provideMerge(Layer.merge(serving, taking)),
      Layer.provideMerge(
        NodeHttpServer.layer(() => server, {
          disablePreemptiveShutdown: true,
          host: options.host ?? "127.0.0.1",
          port: options.port ?? 8080
        })
      ),
      Layer.provideMerge(Admin.layer(options.admin)),
      Layer.provideMerge(Drain.layer),
      Layer.provide([Server.layerShared, LoopDelay.layer(options.maxLoopDelay ?? 0)]),
      // The server makes the span of a request itself, without address, query and headers.
      Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
    )
  })

export { AdminAddress } from "./admin.ts"
