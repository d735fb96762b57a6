// The backends and routes of the server: of the file in LEADLINE_BACKENDS, or of LEADLINE_ENGINE.
import {
  type BackendSettings,
  type Configuration,
  embedded,
  maxConfigurationLength,
  parseConfiguration,
  resources
} from "@leadline/backends"
import * as Effect from "effect/Effect"
import { createReadStream } from "node:fs"
import { dirname, resolve } from "node:path"
import type { EngineName } from "../settings/engines.ts"
import type { Settings } from "../settings/server.ts"
import { StartupError } from "../StartupError.ts"

/** What the configuration depends on. */
export type EngineSettings = Pick<
  Settings,
  | "backends"
  | "engines"
  | "modelServerApiKey"
  | "modelServerModel"
  | "modelServerUrl"
  | "upstreamApiKey"
  | "upstreamNetworks"
  | "upstreamUrl"
>

const required = (name: string, engine: EngineName) =>
  new StartupError({ message: `${name}: required, because LEADLINE_ENGINE selects the ${engine} engine` })

const urlText = (url: URL): string => url.href.replace(/\/+$/, "")

/** The backend for a name in LEADLINE_ENGINE. */
const backendOf = (
  engine: Exclude<EngineName, "embedded">,
  settings: EngineSettings
): Effect.Effect<BackendSettings, StartupError> =>
  Effect.gen(function* () {
    const { modelServerApiKey, modelServerModel, modelServerUrl, upstreamApiKey, upstreamUrl } = settings
    const networks = settings.upstreamNetworks
    if (engine === "upstream") {
      if (upstreamUrl === undefined) return yield* required("LEADLINE_UPSTREAM_URL", engine)
      if (upstreamApiKey === undefined) return yield* required("LEADLINE_UPSTREAM_API_KEY", engine)
      return { name: engine, kind: "leadline", url: urlText(upstreamUrl), apiKey: upstreamApiKey, networks }
    }
    if (modelServerUrl === undefined) return yield* required("LEADLINE_MODEL_SERVER_URL", engine)
    return {
      name: engine,
      kind: "openai-compatible",
      url: urlText(modelServerUrl),
      apiKey: modelServerApiKey,
      networks,
      models: modelServerModel === undefined ? undefined : { "*": modelServerModel }
    }
  })

/** The configuration for LEADLINE_ENGINE. */
const fromEngines = (settings: EngineSettings): Effect.Effect<Configuration, StartupError> =>
  Effect.gen(function* () {
    const { engines } = settings
    const used = [...new Set(Object.values(engines))].filter((engine) => engine !== embedded)
    const backends = yield* Effect.forEach(used, (engine) => backendOf(engine, settings))
    const routes = Object.fromEntries(
      Object.entries(engines).map(([resource, backend]) => [resource, [[{ backend, weight: 1 }]]])
    )
    return { backends, routes }
  })

/** The text of a file, or its beginning where it is longer than a configuration may be. A device may have no end. */
const readStart = async (path: string): Promise<string> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of createReadStream(path)) {
    chunks.push(chunk)
    size += chunk.length
    // A character takes three bytes at most.
    if (size > maxConfigurationLength * 3) break
  }
  return Buffer.concat(chunks).toString("utf8")
}

const readText = (path: string): Effect.Effect<string | undefined> =>
  Effect.promise(() => readStart(path).catch(() => undefined))

/** The configuration of a file. Files of keys are relative to it. */
const fromFile = (file: string): Effect.Effect<Configuration, StartupError> =>
  Effect.gen(function* () {
    const text = yield* readText(file)
    if (text === undefined)
      return yield* new StartupError({ message: `LEADLINE_BACKENDS: ${file} cannot be read` })
    const { backends, routes, where } = yield* parseConfiguration({
      name: file,
      text,
      environment: (name) => (Object.hasOwn(process.env, name) ? process.env[name] : undefined),
      file: (path) => readText(resolve(dirname(file), path))
    }).pipe(Effect.mapError(({ message }) => new StartupError({ message: `LEADLINE_BACKENDS: ${message}` })))
    const rest = resources.filter((resource) => routes[resource] === undefined)
    const unrouted = rest.map((resource) => [resource, [[{ backend: embedded, weight: 1 }]]] as const)
    return { backends, routes: { ...routes, ...Object.fromEntries(unrouted) }, where }
  })

/** Reads the configuration; every resource has a route in it. */
export const readConfiguration = (settings: EngineSettings): Effect.Effect<Configuration, StartupError> =>
  settings.backends === undefined ? fromEngines(settings) : fromFile(settings.backends)
