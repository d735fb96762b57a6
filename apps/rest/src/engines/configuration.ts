// The backends and routes of the server: those of a file, or one backend that answers all it can.
import {
  type Configuration,
  embedded,
  kinds,
  maxConfigurationLength,
  parseConfiguration,
  type Resource,
  resources
} from "@leadline/backends"
import * as Effect from "effect/Effect"
import { createReadStream } from "node:fs"
import { dirname, resolve } from "node:path"
import type { EngineSettings } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"

export type BackendsSettings = Pick<EngineSettings, "backendApiKey" | "backendNetworks" | "backends"> &
  Partial<Pick<EngineSettings, "engine" | "model">>

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

const invalid = (message: string) => new StartupError({ message: `LEADLINE_BACKENDS: ${message}` })

/** The kinds that have a URL. */
const addressed = kinds.filter(({ url }) => url !== "file")

/** The kind of backends whose model is in this process. */
const llama = "llama"

const embeddedRoutes = Object.fromEntries(
  resources.map((resource) => [resource, [[{ backend: embedded, weight: 1 }]]])
)

/** Parses a text; what has no route in it is answered by this process. Files of keys are relative to a folder. */
const parse = (name: string, text: string, folder: string): Effect.Effect<Configuration, StartupError> =>
  parseConfiguration({
    name,
    text,
    environment: (variable) => (Object.hasOwn(process.env, variable) ? process.env[variable] : undefined),
    file: (path) => readText(resolve(folder, path))
  }).pipe(
    Effect.mapBoth({
      onFailure: ({ message }) => invalid(message),
      onSuccess: ({ backends, routes, ...configuration }) => ({
        ...configuration,
        // A file of a model is named relative to the file that names it.
        backends: backends.map((one) =>
          one.kind === llama ? { ...one, url: resolve(folder, one.url) } : one
        ),
        routes: { ...embeddedRoutes, ...routes }
      })
    })
  )

/** The error of a file that cannot be read; what is missing may be one backend whose address is no URL. */
const unreadableFile = (file: string, error: unknown): StartupError => {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return invalid(`${file} cannot be read`)
  const [word = "", address] = file.split(/ +/)
  return address !== undefined && addressed.some(({ name }) => name === word)
    ? invalid(
        `expected a URL after ${word}, with http:// or https://: LEADLINE_BACKENDS="${word} http://HOST:PORT"`
      )
    : invalid(`${file} does not exist`)
}

const fromFile = (file: string): Effect.Effect<Configuration, StartupError> =>
  Effect.flatMap(
    Effect.tryPromise({ try: () => readStart(file), catch: (error) => unreadableFile(file, error) }),
    (text) => parse(file, text, dirname(file))
  )

/** One backend in place of a file. */
const oneBackend = /^(?<kind>[a-z-]+) +(?<url>https?:\/\/\S+)(?: +(?<model>\S+))?$/i

const urlAlone = /^https?:\/\/\S+/i

/** A URL without one of these kinds names no server that could be asked: the line to type, without what may be secret in the URL. */
const withoutKind = (text: string): StartupError => {
  const address = URL.parse(text)
  const shown = address === null ? "URL" : address.origin + address.pathname.replace(/\/+$/, "")
  const ofModels = /\/v1(?:\/|$)/.test(shown) ? shown : `${shown}/v1`
  const names = addressed.map(({ name }) => name).join(", ")
  return invalid(
    `expected a kind before ${shown}, one of ${names}. For a model server: LEADLINE_BACKENDS="openai-compatible ${ofModels}"`
  )
}

/** Resources that a kind can answer, and that one backend is not asked for. */
const unrouted: { readonly [kind: string]: ReadonlyArray<Resource> } = {
  // The server knows one API key, so its list would show every key group the chats of all others.
  leadline: ["asyncChat"],
  // A server of chat models often has none for embeddings.
  "openai-compatible": ["contextualizedEmbeddings", "embeddings"]
}

/** The file for one backend: it answers all that it can, and is named like its kind. */
const fileOf = (
  groups: { readonly [name: string]: string | undefined },
  settings: BackendsSettings
): string => {
  const { kind = "", model, url } = groups
  const answered = kinds.find(({ name }) => name === kind)?.resources ?? []
  const routed = answered.filter((resource) => unrouted[kind]?.includes(resource) !== true)
  return JSON.stringify({
    backends: {
      [kind]: {
        kind,
        url,
        ...(settings.backendApiKey === undefined ? {} : { apiKey: "env:LEADLINE_BACKEND_API_KEY" }),
        ...(settings.backendNetworks.length === 0 ? {} : { networks: settings.backendNetworks }),
        ...(model === undefined ? {} : { models: { "*": model } })
      }
    },
    routes: Object.fromEntries(routed.map((resource) => [resource, [kind]]))
  })
}

/** The error of a backend that is given in the variable itself, without the name and line of a file. */
const withoutPlace = ({ message }: StartupError): StartupError =>
  new StartupError({ message: message.replace(/one backend:1: backends\.[^.]+\./, "") })

const readOne = (
  groups: { readonly [name: string]: string | undefined },
  settings: BackendsSettings
): Effect.Effect<Configuration, StartupError> => {
  const kind = addressed.find(({ name }) => name === groups["kind"])
  if (kind === undefined) return Effect.fail(withoutKind(groups["url"] ?? ""))
  if (kind.apiKey === "required" && settings.backendApiKey === undefined)
    return Effect.fail(new StartupError({ message: `LEADLINE_BACKEND_API_KEY: required by ${kind.name}` }))
  return parse("one backend", fileOf(groups, settings), "").pipe(
    Effect.mapBoth({ onFailure: withoutPlace, onSuccess: ({ where: _where, ...one }) => one })
  )
}

/** The file for the model of `LEADLINE_MODEL`: it answers all but embeddings, which few models give. */
const fileOfModel = (model: string): string =>
  JSON.stringify({
    backends: { llama: { kind: llama, model } },
    routes: { chat: [llama], decisions: [llama], responses: [llama] }
  })

const readModel = ({ backends, model }: BackendsSettings): Effect.Effect<Configuration, StartupError> => {
  if (backends !== undefined) {
    const message =
      "LEADLINE_ENGINE: expected no LEADLINE_BACKENDS beside it: its file may have a backend of kind llama"
    return Effect.fail(new StartupError({ message }))
  }
  return model === undefined
    ? Effect.fail(
        new StartupError({
          message: "LEADLINE_MODEL: required by LEADLINE_ENGINE=llama: the path of a GGUF file"
        })
      )
    : parse("LEADLINE_MODEL", fileOfModel(model), "")
}

/** Reads the configuration; every resource has a route in it. */
export const readConfiguration = (settings: BackendsSettings): Effect.Effect<Configuration, StartupError> => {
  const { backends, engine } = settings
  if (engine === llama) return readModel(settings)
  if (backends === undefined) return Effect.succeed({ backends: [], routes: embeddedRoutes })
  const groups = oneBackend.exec(backends)?.groups
  if (groups === undefined) {
    const [url] = urlAlone.exec(backends) ?? []
    return url === undefined ? fromFile(backends) : Effect.fail(withoutKind(url))
  }
  return readOne(groups, settings)
}
