// All threat servers as a process: real store, keys and limiter, fake engines, one server for each set of settings. With
// LEADLINE_DATABASE_URL each has a schema of that PostgreSQL, else a SQLite in memory. Prints their ports on free ones,
// stops when its standard input closes.
import * as Health from "@leadline/core/health"
import { layerChat, layerDecisions, layerResponses } from "@leadline/engine-embedded"
import { layerMemory } from "@leadline/core/rate-limit"
import type * as Server from "@leadline/core/server"
import * as ServerSettings from "@leadline/core/server-settings"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { AdminAddress, layerServer, ServerAddress, type ServerOptions } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { subscribe } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import { inspect } from "node:util"
import { fakes } from "../conformance/index.ts"
import { layerFakeSearch } from "../fakes/search.ts"
import { activeWork } from "../fakes/activeWork.ts"
import { layerNewSchema } from "../postgres/schema.ts"
import { layerHostileBackends } from "./hostileBackends.ts"
import { serveHttp } from "../ports.ts"
import { seed } from "./seed.ts"
import type { ServerName, Target } from "./Threat.ts"
import { watchEventLoop } from "./eventLoopTurns.ts"

interface Profile {
  readonly options?: ServerOptions
  readonly settings?: Partial<ServerSettings.Settings>
  readonly requestsPerSecond?: number
  readonly showsMetrics?: boolean
  /** Replace fakes. Default: none. */
  readonly engines?: Layer.Layer<never, unknown>
}

const layerFakes = Layer.mergeAll(
  ...(Object.values(fakes) as [Layer.Layer<Layer.Success<(typeof fakes)[keyof typeof fakes]>>])
)

const layerEmbedded = Layer.merge(layerChat, layerResponses()).pipe(
  Layer.provideMerge(layerFakeSearch),
  Layer.provideMerge(layerDecisions)
)

const profiles: { readonly [name in ServerName]: Profile } = {
  plain: {},
  short: { options: { stallTimeout: 500 }, settings: { bodyTimeout: 500, keepAlive: 100 } },
  guessed: { settings: { limitsLoopback: true }, showsMetrics: true },
  proxied: { settings: { limitsLoopback: true, proxies: ["127.0.0.1"] } },
  limited: { requestsPerSecond: 2 },
  narrow: { options: { maxConnections: 3 }, settings: { bodiesBytes: 1_000_000, concurrency: 2 } },
  embedded: { engines: layerEmbedded },
  admin: { options: { admin: { port: 0 } } },
  listed: { settings: { origins: ["https://app.example"], publicUrl: "https://api.example" } },
  backed: { engines: layerHostileBackends }
}

/** The metrics of each server. */
const registries: Array<typeof Metric.MetricRegistry.Service> = []

const databaseUrl = process.env["LEADLINE_DATABASE_URL"]

const layerDatabase =
  databaseUrl === undefined ? Sqlite.layer({ filename: ":memory:" }) : layerNewSchema(databaseUrl)

const layerLimiter = databaseUrl === undefined ? layerMemory : Store.layerRateLimiter

const layer = (profile: Profile) => {
  const { engines = Layer.empty, options, requestsPerSecond = 1_000_000 } = profile
  const { settings = {}, showsMetrics = false } = profile
  const store = Layer.mergeAll(
    layerDatabase,
    Store.layerPepper(Redacted.make("threats-threats-threats-threats-"))
  )
  const services = Layer.mergeAll(
    layerFakes,
    // Of a service that comes twice, the later one counts.
    Store.layerResources,
    Store.layerReviews(() => false),
    Store.layerApiKeyVerifier,
    Store.layerUsageMeter(),
    engines,
    layerLimiter({ requestsPerSecond }),
    Layer.effectDiscard(seed),
    ServerSettings.layer(settings),
    Health.layerSettings({ showsMetrics }),
    // Failures on purpose are no output, but their log lines must contain no key and no body.
    Logger.layer([leakDetector])
  ).pipe(Layer.provide(store)) satisfies Layer.Layer<Server.Services, unknown, unknown>
  // Metrics of its own, so that load of other servers is not counted.
  const registry: (typeof registries)[number] = new Map()
  registries.push(registry)
  return layerServer({ ...options, port: 0 }).pipe(
    Layer.provide(services),
    Layer.provide(Layer.succeed(Metric.MetricRegistry, registry))
  )
}

const databasePort = databaseUrl === undefined ? undefined : Number(new URL(databaseUrl).port)

/** Connections that this process opened, but for those to the database. */
let outgoingConnections = 0
subscribe("net.client.socket", (message) => {
  outgoingConnections++
  const { socket } = message as { readonly socket: Socket }
  socket.once("connectionAttempt", (_address, port) => {
    if (port === databasePort) outgoingConnections--
  })
})

/** Log lines that contain a key or a body. */
let leakedLogLines = 0
const leakDetector = Logger.make((entry) => {
  if (/ll_(?:test|live)_|evil-canary/.test(inspect(entry, { depth: 10 }))) leakedLogLines++
})

/** Bytes of request bodies in memory. */
const bodyBytesHeld = (): number => {
  const metrics = registries.flatMap((registry) =>
    Metric.snapshotUnsafe(Context.make(Metric.MetricRegistry, registry))
  )
  return metrics.reduce(
    (sum, { id, state }) =>
      id === "leadline_http_body_bytes_in_flight" && "value" in state ? sum + Number(state.value) : sum,
    0
  )
}

/** The control port. */
const control = Effect.acquireRelease(
  Effect.promise(async () => {
    const turns = watchEventLoop()
    const facts: { readonly [url: string]: () => unknown } = {
      "/busy": () => activeWork.size,
      "/held": bodyBytesHeld,
      "/turn": turns.longest,
      "/outgoing": () => outgoingConnections,
      "/leaks": () => leakedLogLines
    }
    const { close, port } = await serveHttp(({ url = "" }, response) => {
      // A kept-alive connection could be closed just as the next question is sent.
      response.setHeader("connection", "close")
      response.end(JSON.stringify(facts[url]?.()))
    })
    return { port, close: () => close().finally(turns.stop) }
  }),
  ({ close }) => Effect.promise(close)
)

const startServers = Effect.gen(function* () {
  const { port: controlPort } = yield* control
  const started = yield* Effect.forEach(Object.entries(profiles), ([name, profile]) =>
    Effect.map(Layer.build(Layer.fresh(layer(profile))), (context) => {
      const { port } = Context.get(context, AdminAddress) ?? Context.get(context, ServerAddress)
      return [name, { port, control: controlPort, database: databaseUrl } satisfies Target] as const
    })
  )
  process.stdout.write(`${JSON.stringify(Object.fromEntries(started))}\n`)
})

const scope = Scope.makeUnsafe()
await Effect.runPromise(Scope.provide(startServers, scope))
process.stdin.resume()
process.stdin.once("close", () => {
  void Effect.runPromise(Scope.close(scope, Exit.void)).finally(() => process.exit(0))
})
