// Runs the server: reads settings, builds layers, listens.
import type { RateLimiter } from "@leadline/core/rate-limit"
import { AddedRoutes } from "@leadline/core/internal"
import { layerDocsPage } from "@leadline/core/openapi"
import type * as Server from "@leadline/core/server"
import * as ServerSettings from "@leadline/core/server-settings"
import { isPromiseBroken } from "@leadline/evaluation"
import * as Store from "@leadline/store-sql"
import { AdminAddress, layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { hostname } from "node:os"
import { DocumentsIndexed } from "../engines/documents.ts"
import { namesOfBackends, warnOfUnreachableBackends } from "../engines/unreachableBackends.ts"
import { judge } from "../policies/judge.ts"
import { layerRoutedEngines, layerReloadBackends, ReloadBackends } from "../engines/layer.ts"
import { logFormat, printParagraphs, printWarning } from "../logging/logs.ts"
import { ProcessOutput } from "../logging/ProcessOutput.ts"
import { type OperatorSettings, readLog, readOperatorSettings } from "../settings/operator.ts"
import type { StartupError } from "../StartupError.ts"
import { readSettings, type Settings } from "../settings/server.ts"
import { readStoreSettings, type StoreSettings } from "../settings/store.ts"
import { unknownVariables } from "../settings/unknownVariables.ts"
import { openDataDirectory } from "../store/dataDirectory.ts"
import { protectFiles } from "../store/filePermissions.ts"
import { anchorFile, layerStore, shownDatabase } from "../store/layer.ts"
import { adminParagraph, banner, type BannerOptions, searched, shownUrl } from "./banner.ts"
import { documentationPages, documentsUrlOf } from "./documentation.ts"
import { writeFirstKey } from "./firstKey.ts"
import { isLoopback, layerHealth } from "./health.ts"
import { mcpRoutes } from "../mcp/protocol.ts"
import { keepHeapSmall } from "./heap.ts"
import { layerLimits } from "./rateLimiter.ts"
import { toStartupError } from "./listenError.ts"
import {
  layerMemoryStore,
  memoryKey,
  type MemoryOptions,
  repeatable,
  requireNoDatabase,
  withoutRates
} from "./memory.ts"
import { layerProcess, shutdownTimes } from "./process.ts"

/** The API key verifier and the rate limiter, with key usage and refusals recorded. */
const guards = () =>
  Store.layerAuditRefusals().pipe(
    Layer.provide(Store.layerKeyUsage().pipe(Layer.provide(Store.layerApiKeyVerifier)))
  )

/** Reviews of decisions under policies. */
const layerReviews = (settings: Settings) =>
  Layer.merge(
    Store.layerReviews(isPromiseBroken, { bytesPerGroup: settings.reviewBytesPerGroup }),
    Store.layerPolicyOutcomes({
      audit: settings.reviewAudit,
      keepState: settings.reviewState,
      days: settings.reviewDays,
      reviewsPerGroup: settings.reviewsPerGroup,
      bytesPerGroup: settings.reviewBytesPerGroup
    })
  )

/** The services of all resources, and API keys. One that is missing here does not compile. */
const services = (settings: Settings, storeSettings: StoreSettings, dataDirectory: string | undefined) =>
  Layer.mergeAll(
    Store.layerApiKeys(storeSettings),
    guards(),
    Store.layerSkills(),
    layerReviews(settings),
    Layer.provideMerge(layerReloadBackends(settings), layerRoutedEngines(settings, dataDirectory))
  ).pipe(Layer.provide(Store.layerQuotas(storeSettings))) satisfies Layer.Layer<
    Exclude<Server.Services, RateLimiter>,
    unknown,
    unknown
  >

/** The admin port, with the admin API if there is a token. */
const adminOptions = Effect.fnUntraced(function* ({ admin, adminToken }: OperatorSettings) {
  if (admin === undefined || adminToken === undefined) return admin
  // Imported when needed: a server without the API starts faster.
  const { makeAdminHandler } = yield* Effect.promise(() => import("../admin/requestListener.ts"))
  return { ...admin, handle: yield* makeAdminHandler(adminToken) }
})

/** The SIGHUPs from now on: those during the start or a reload are one signal after it. */
const takeHangups = Effect.gen(function* () {
  const signals = yield* Queue.sliding<void>(1)
  const onSignal = () => Queue.offerUnsafe(signals, undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", onSignal)),
    () => Effect.sync(() => process.off("SIGHUP", onSignal))
  )
  return signals
})

/** At each signal, backends and routes are read again. A bad configuration changes nothing. */
const reloadAt = Effect.fnUntraced(function* (signals: Queue.Dequeue<void>) {
  const reload = yield* ReloadBackends
  const reloadOnce = reload.pipe(
    Effect.andThen(Effect.logInfo("The configuration of backends is in use")),
    Effect.catch((error) => Effect.logError(`The configuration of backends is unchanged: ${error.message}`))
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(signals), reloadOnce)))
})

const server = (
  settings: Settings,
  storeSettings: StoreSettings,
  operator: OperatorSettings,
  dataDirectory: string | undefined,
  hangups: Queue.Dequeue<void>
) => {
  const { connectionsPerAddress, host, port, proxies } = settings
  const listening = Effect.gen(function* () {
    yield* reloadAt(hangups)
    return layerServer({
      ...shutdownTimes(operator, process.env),
      admin: yield* adminOptions(operator),
      host,
      maxConnectionsPerAddress: connectionsPerAddress,
      maxLoopDelay: operator.maxLoopDelay,
      port,
      proxies
    })
  })
  return Layer.unwrap(listening).pipe(
    Layer.provide([
      services(settings, storeSettings, dataDirectory),
      Store.layerPolicies(judge),
      layerDocsPage,
      layerHealth(operator, host, shownDatabase(storeSettings) === undefined ? "store" : "postgres"),
      ServerSettings.layer({ ...settings, logAddresses: operator.logAddresses }),
      Layer.succeed(AddedRoutes, [...mcpRoutes, ...documentationPages(settings)])
    ]),
    // Also for the admin API, which revokes keys, too.
    Layer.provide([layerLimits(settings, storeSettings), Store.layerUsageMeter()])
  )
}

/** Prints the banner once the server listens. A first key is created only then, so that it is always shown. */
const run = <E, R>(
  settings: Settings,
  bootstrapKey: Store.EnsuredKey | undefined,
  operator: OperatorSettings,
  shown: Pick<BannerOptions, "database" | "documents" | "knownKey">,
  recordStart: Effect.Effect<void, E, R>,
  showFirstKey: (key: Redacted.Redacted) => Effect.Effect<string | undefined, StartupError>
) =>
  Effect.gen(function* () {
    const { url } = yield* ServerAddress
    const key = bootstrapKey ?? (yield* Store.ensureKey())
    const keyFile = key._tag === "Created" ? yield* showFirstKey(key.key) : undefined
    yield* recordStart
    // On a full disk the server is not ready, but starts.
    yield* Effect.catch(Store.heartbeat, ({ message }) => Effect.logError(message))
    const admin = yield* AdminAddress
    yield* printParagraphs(operator, [
      ...banner(shownUrl(url), key, { ...shown, backends: yield* namesOfBackends(settings), keyFile }),
      ...(admin === undefined ? [] : [adminParagraph(operator.adminToken !== undefined, shownUrl(admin.url))])
    ])
    yield* Effect.forkScoped(warnOfUnreachableBackends(settings))
    return yield* Effect.never
  })

/** The audit log is compared with its head in a file; in memory it has no other place. */
const layerAuditFile = (dataDirectory: string | undefined) => {
  if (dataDirectory === undefined) return Layer.empty
  const file = anchorFile(dataDirectory)
  return Layer.merge(Store.layerAuditAnchor({ file }), Store.layerAuditWatch({ anchorFile: file }))
}

/** Serves until it is interrupted, from its data directory or in memory. Errors are one line for the operator. */
export const serve = (memory?: MemoryOptions) =>
  Effect.gen(function* () {
    keepHeapSmall()
    const use = yield* ProcessOutput
    // Read before the other settings, because an error in them is printed in this format.
    use(logFormat({ log: yield* Effect.orElseSucceed(readLog, () => undefined) }))
    const operator = yield* readOperatorSettings
    const warn = (text: string) => printWarning(operator, text)
    yield* Effect.forEach(unknownVariables(Object.keys(process.env)), warn)
    const read = withoutRates(yield* readSettings, memory?.seed)
    const settings = { ...read, documentsUrl: documentsUrlOf(read) }
    if (settings.proxies.length > 0 && settings.publicUrl === undefined) {
      yield* warn(
        "LEADLINE_PUBLIC_URL is not set: download addresses of skills name this machine, not the proxy"
      )
    }
    const storeSettings = withoutRates(yield* readStoreSettings, memory?.seed)
    if (memory !== undefined) yield* requireNoDatabase(storeSettings)
    const dataDirectory = memory === undefined ? yield* openDataDirectory(storeSettings) : undefined
    if (dataDirectory !== undefined) yield* Effect.forEach(yield* protectFiles(dataDirectory), warn)
    const knownKey = memory !== undefined && settings.apiKey === undefined ? memoryKey : undefined
    if (knownKey !== undefined && !isLoopback(settings.host)) {
      yield* warn("The key of a server in memory is known to all: whoever reaches HOST may use this one")
    }
    return yield* Effect.gen(function* () {
      const hangups = yield* takeHangups
      yield* Store.checkStart(storeSettings)
      yield* Store.sealGroups()
      const bootstrap = knownKey === undefined ? settings.apiKey : Redacted.make(knownKey)
      const bootstrapKey = bootstrap === undefined ? undefined : yield* Store.ensureKey({ bootstrap })
      // In the outer scope, so that the stop is recorded after all requests have ended.
      const recordStart = Store.recordStartAndStop(
        JSON.stringify({ settings, storeSettings, operator })
      ).pipe(Scope.provide(yield* Effect.scope))
      // Lines of JSON are collected and kept: the key must not be among them.
      const showFirstKey = (key: Redacted.Redacted) =>
        dataDirectory !== undefined && logFormat(operator) === "json"
          ? writeFirstKey(dataDirectory, key)
          : Effect.undefined
      const shown = {
        database: shownDatabase(storeSettings),
        documents: undefined as string | undefined,
        knownKey
      }
      const showDocuments = (count: number, otherKinds: number) => {
        shown.documents = searched(count, otherKinds, settings.documents)
      }
      return yield* run(settings, bootstrapKey, operator, shown, recordStart, showFirstKey).pipe(
        Effect.provide([
          Layer.provide(
            server(settings, storeSettings, operator, dataDirectory, hangups),
            Layer.succeed(DocumentsIndexed, showDocuments)
          ),
          layerAuditFile(dataDirectory),
          Store.layerMaintenance()
        ]),
        Effect.catchTag("ServeError", (error) => Effect.fail(toStartupError(settings, operator)(error)))
      )
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Layer.provideMerge(
          dataDirectory === undefined ? layerMemoryStore : layerStore(storeSettings, dataDirectory),
          layerProcess(operator, process.env)
        )
      )
    )
  }).pipe(Effect.provideService(Store.AuditNode, hostname()), repeatable(memory?.seed))
