// Serving: settings, layers, launch.
import * as Store from "@leadline/store-sql"
import { AdminAddress, layerServer } from "@leadline/transport-node/server"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import { hostname } from "node:os"
import { banner } from "./banner.ts"
import { readSettings, type Settings } from "../settings/server.ts"
import { openDataDirectory } from "../store/dataDirectory.ts"
import { layerEngines } from "../engines/engines.ts"
import { keepHeapSmall } from "./heap.ts"
import { layerLimits, layerCallers } from "./limits.ts"
import { layerHealth } from "./health.ts"
import { endOf, layerOperations } from "./lifecycle.ts"
import { type Operations, readOperations } from "../settings/operator.ts"
import { StartupError } from "../StartupError.ts"
import { layerStore, readStoreSettings, type StoreSettings } from "../store/store.ts"

/** Who may call and how often; what they refuse is counted for the audit. */
const guards = Store.layerAuditRefusals().pipe(
  Layer.provide(Store.layerKeyUsage().pipe(Layer.provide(Store.layerApiKeyVerifier)))
)

/** All rooms of the contract, the keys and the limits. */
const services = (settings: Settings, storeSettings: StoreSettings, directory: string) =>
  Layer.mergeAll(
    Store.layerApiKeys(storeSettings),
    guards,
    Store.layerSkills(),
    layerEngines(settings, directory)
  ).pipe(Layer.provide(layerLimits(settings)))

const server = (
  settings: Settings,
  storeSettings: StoreSettings,
  operations: Operations,
  directory: string
) => {
  const { admin, maxLoopDelay } = operations
  const { connectionsPerAddress, host, port, proxies } = settings
  return layerServer({
    ...endOf(operations, process.env),
    admin,
    host,
    maxConnectionsPerAddress: connectionsPerAddress,
    maxLoopDelay,
    port,
    proxies
  }).pipe(
    Layer.provide([
      services(settings, storeSettings, directory),
      layerHealth(operations, host),
      layerCallers(settings)
    ])
  )
}

/** The address that could not be bound, with the names of its settings. */
const boundBy = (cause: unknown, { host, port }: Settings, { admin }: Operations) => {
  const tried = Predicate.hasProperty(cause, "port") ? cause.port : undefined
  const sought = Predicate.hasProperty(cause, "hostname") ? cause.hostname : undefined
  return admin !== undefined && tried !== port && (tried === admin.port || sought === admin.host)
    ? { ...admin, hostName: "LEADLINE_ADMIN_HOST", portName: "LEADLINE_ADMIN_PORT" }
    : { host, port, hostName: "HOST", portName: "PORT" }
}

const cannotListen =
  (settings: Settings, operations: Operations) =>
  ({ cause }: ServeError) => {
    const { host, hostName, port, portName } = boundBy(cause, settings, operations)
    const reasons: { readonly [code: string]: string } = {
      EADDRINUSE: `${portName}: ${port} on ${host} is in use: stop the other program, or set ${portName} to another number`,
      EACCES: `${portName}: ${port} needs more rights: set ${portName} to a number above 1023`,
      EADDRNOTAVAIL: `${hostName}: ${host} is not an address of this machine`,
      ENOTFOUND: `${hostName}: ${host} is not known`
    }
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
    return new StartupError({ message: reasons[code] ?? `Cannot listen on ${host}:${port} (${code})` })
  }

/** Where others reach it: an address that stands for all is told as this machine. */
const reachable = (address: HttpServer.HttpServer["Service"]["address"]): string =>
  HttpServer.formatAddress(address).replace("://0.0.0.0", "://127.0.0.1").replace("://[::]", "://[::1]")

/** Listens, then shows where and with which key. A key is made after the port is ours, so that it is also shown. */
const listen = <E, R>(given: Store.EnsuredKey | undefined, started: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const first = given ?? (yield* Store.ensureKey())
    yield* started
    yield* Console.log(banner(reachable(address), first))
    const admin = yield* AdminAddress
    if (admin !== undefined) yield* Console.log(`Probes and metrics: ${reachable(admin)}/-/\n`)
    return yield* Effect.never
  })

/** Serves until it is interrupted. Fails with one line for the person who started it. */
export const serve = Effect.gen(function* () {
  keepHeapSmall()
  const settings = yield* readSettings
  const storeSettings = yield* readStoreSettings
  const operations = yield* readOperations
  const directory = yield* openDataDirectory(settings.dataDirectory)
  return yield* Effect.gen(function* () {
    const bootstrap = settings.apiKey
    const given = bootstrap === undefined ? undefined : yield* Store.ensureKey({ bootstrap })
    // In the outer scope: the stop is recorded last, when all that was under way has ended.
    const started = Store.recordStartAndStop(JSON.stringify({ settings, storeSettings, operations })).pipe(
      Scope.provide(yield* Effect.scope)
    )
    return yield* listen(given, started).pipe(
      Effect.provide(server(settings, storeSettings, operations, directory)),
      Effect.catchTag("ServeError", (error) => Effect.fail(cannotListen(settings, operations)(error)))
    )
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Layer.provideMerge(layerStore(storeSettings, directory), layerOperations(operations, process.env))
    )
  )
}).pipe(Effect.provideService(Store.AuditNode, hostname()))
