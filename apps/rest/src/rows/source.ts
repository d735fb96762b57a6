// What answers the questions of a command: the embedded engine in this process, a file of backends, or a server.
import * as Backends from "@leadline/backends"
import { clientOptions } from "@leadline/core/client"
import { Decisions, inputPrice, Model } from "@leadline/core/decisions"
import { type ApiError, InvalidRequestError } from "@leadline/core/errors"
import { isOfContract } from "@leadline/core/internal"
import { checkOptions } from "@leadline/core/transport"
import { layerClient } from "@leadline/transport-node"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { basename } from "node:path"
import { StartupError } from "../StartupError.ts"

/** A source of answers. */
export interface Source {
  /** For people and reports. */
  readonly name: string
  /** What it is, in the file of whose answers a batch goes on: of a URL without credentials, of a file its name. */
  readonly identity: string
  readonly layer: Layer.Layer<Decisions, StartupError>
  /** USD per million input tokens. */
  readonly price: number
  /** Another server answers, and says in a header by which model. */
  readonly isServer: boolean
}

const failed = (message: string) => Effect.fail(new StartupError({ message }))

/** Engines are loaded when they are used, so that other commands start without them. */
const layerEngine: Layer.Layer<Decisions, StartupError> = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@leadline/engine-embedded")),
    ({ layerDecisions }) => layerDecisions
  )
).pipe(Layer.catchTag("EngineDataError", ({ message }) => Layer.effectContext(failed(message))))

/** A misspelt model is refused, as by a server. */
const ofContract = (engine: Decisions["Service"]): Decisions["Service"] => ({
  ...engine,
  create: (request) =>
    isOfContract(Model, request.model)
      ? engine.create(request)
      : Effect.fail(new InvalidRequestError({ message: "model: expected one of decider-27b" }))
})

/** The engine of this process. */
export const embedded: Source = {
  name: "embedded",
  identity: "embedded",
  price: 0,
  isServer: false,
  layer: Layer.effect(Decisions, Effect.map(Decisions, ofContract)).pipe(Layer.provide(layerEngine))
}

/** A file of backends. Messages name the flag that it is from, and may say more. */
export const backends = (file: string, flag = "--backends", more = ""): Source => ({
  name: file,
  identity: `backends ${basename(file)}`,
  price: inputPrice,
  isServer: false,
  layer: Layer.unwrap(
    Effect.gen(function* () {
      const [{ readConfiguration }, { prepareBackend }, { layerBackendTransport }, { loadLocalModel }] =
        yield* Effect.promise(() =>
          Promise.all([
            import("../engines/configuration.ts"),
            import("../engines/backendProcess.ts"),
            import("../engines/transport.ts"),
            import("../engines/localModel.ts")
          ])
        )
      const read = yield* readConfiguration({ backends: file, backendApiKey: undefined, backendNetworks: [] })
      const { decisions } = read.routes
      const scope = yield* Effect.scope
      return Backends.layer(
        { ...read, routes: decisions === undefined ? {} : { decisions } },
        {
          transport: layerBackendTransport,
          prepare: prepareBackend,
          model: loadLocalModel,
          embedded: (resource) =>
            resource === "decisions"
              ? (Effect.map(Layer.buildWithScope(layerEngine, scope), (context) =>
                  Context.get(context, Decisions)
                ) as Effect.Effect<never, StartupError>)
              : failed(`The backends of ${resource} are not used here`)
        }
      )
    })
  ).pipe(
    Layer.catch(({ message }) =>
      Layer.effectContext(failed(`${message.replaceAll("LEADLINE_BACKENDS", flag)}${more}`))
    )
  )
})

const withoutCredentials = (url: string): string => {
  const { origin, pathname } = URL.parse(url) ?? { origin: url, pathname: "" }
  return `${origin}${pathname.replace(/\/+$/, "")}`
}

/** A server, by its URL. Messages name the flag that it is from. */
export const server = (url: string, flag = "--url"): Source => ({
  name: url,
  identity: `url ${withoutCredentials(url)}`,
  price: inputPrice,
  isServer: true,
  layer: Layer.unwrap(
    Effect.try({
      try: () => {
        checkOptions({ [flag]: url }, { [flag]: clientOptions.baseUrl })
        return layerClient({ baseUrl: url })
      },
      catch: (error) => new StartupError({ message: error instanceof Error ? error.message : flag })
    })
  )
})

/** The message of a failure, without the option of the client that a command does not have. */
export const messageOf = ({ message }: ApiError): string =>
  message.replace("set apiKey, or LEADLINE_API_KEY on Node", "set LEADLINE_API_KEY")

/** The source of `--compare`: `embedded`, a URL, or a file of backends. */
export const sourceOf = (word: string): Source =>
  word === "embedded"
    ? embedded
    : /^https?:\/\//.test(word)
      ? server(word, "--compare")
      : backends(word, "--compare", " (--compare takes embedded, a URL, or a file of backends)")
