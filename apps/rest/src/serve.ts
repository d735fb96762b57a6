// Serving: settings, layers, launch.
// Source: none; the start of this server.
import * as Models from "@leadline/core/models"
import * as RateLimit from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { layerServer } from "@leadline/transport-node/server"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import type { ServeError } from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { banner } from "./banner.ts"
import { readSettings, type Settings } from "./config.ts"
import { openDataDirectory } from "./dataDirectory.ts"
import { layerDocuments } from "./documents.ts"
import { StartupError } from "./StartupError.ts"

const store = (directory: string) =>
  Layer.mergeAll(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    Store.layerPepperFile({ directory })
  )

/** All that computes: chat and responses work on what search finds and decisions decide. */
const engines = (settings: Settings, directory: string) =>
  Layer.mergeAll(Embedded.layerChat, Embedded.layerResponses()).pipe(
    Layer.provideMerge(Layer.mergeAll(Embedded.layer, layerDocuments(settings, directory))),
    Layer.merge(Embedded.layerEmbeddings)
  )

/** All rooms of the contract; the worker of async chat asks the same chat. */
const services = (settings: Settings, directory: string) =>
  Layer.mergeAll(
    Store.layerApiKeys(),
    Store.layerAsyncChat,
    Store.layerAsyncChatWorker(),
    Store.layerKeyCheck,
    Store.layerSkills(),
    Models.layerCatalog(),
    RateLimit.layerMemory({ requestsPerSecond: settings.requestsPerSecond })
  ).pipe(Layer.provideMerge(engines(settings, directory)))

const server = (settings: Settings, directory: string) =>
  layerServer({ host: settings.host, port: settings.port }).pipe(Layer.provide(services(settings, directory)))

const cannotListen = ({ host, port }: Settings) => {
  const reasons: { readonly [code: string]: string } = {
    EADDRINUSE: `PORT: ${port} on ${host} is in use: stop the other program, or set PORT to another number`,
    EACCES: `PORT: ${port} needs more rights: set PORT to a number above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: ${host} is not known`
  }
  return ({ cause }: ServeError) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
    return new StartupError({ message: reasons[code] ?? `Cannot listen on ${host}:${port} (${code})` })
  }
}

/** Where others reach it: an address that stands for all is told as this machine. */
const reachable = (address: HttpServer.HttpServer["Service"]["address"]): string =>
  HttpServer.formatAddress(address).replace("://0.0.0.0", "://127.0.0.1").replace("://[::]", "://[::1]")

/** Listens, then shows where and with which key. A key is made after the port is ours, so that it is also shown. */
const listen = (settings: Settings, directory: string, given: Store.EnsuredKey | undefined) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    yield* Console.log(banner(reachable(address), given ?? (yield* Store.ensureKey())))
    return yield* Effect.never
  }).pipe(
    Effect.provide(server(settings, directory)),
    Effect.catchTag("ServeError", (error) => Effect.fail(cannotListen(settings)(error)))
  )

/** Serves until it is interrupted. Fails with one line for the person who started it. */
export const serve = Effect.gen(function* () {
  const settings = yield* readSettings
  const directory = yield* openDataDirectory(settings.dataDirectory)
  return yield* Effect.gen(function* () {
    const bootstrap = settings.apiKey
    const given = bootstrap === undefined ? undefined : yield* Store.ensureKey({ bootstrap })
    return yield* listen(settings, directory, given)
  }).pipe(Effect.provide(store(directory)))
})
