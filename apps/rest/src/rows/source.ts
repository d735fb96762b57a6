// What answers the questions of a command: the embedded engine in this process, a file of backends, or a server.
import * as Backends from "@leadline/backends"
import { Decisions, inputPrice } from "@leadline/core/decisions"
import { layerClient } from "@leadline/transport-node"
import * as Flag from "effect/cli/Flag"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UsageError } from "../commands/UsageError.ts"
import { StartupError } from "../StartupError.ts"

/** A source of answers. */
export interface Source {
  /** For people and reports. */
  readonly name: string
  readonly layer: Layer.Layer<Decisions, StartupError>
  /** USD per million input tokens. */
  readonly price: number
  /** Another server answers, and says in a header by which model. */
  readonly isServer: boolean
}

/** `--backends`, `--url` and `--price`. */
export const sourceFlags = {
  backends: Flag.String("backends").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("File of backends that answer. Default: the embedded engine, in this process"),
    Flag.optional
  ),
  url: Flag.String("url").pipe(
    Flag.withMetavar("URL"),
    Flag.withDescription("Server that answers, with the API key in LEADLINE_API_KEY"),
    Flag.optional
  )
}

const failed = (message: string) => Effect.fail(new StartupError({ message }))

/** Engines are loaded when they are used, so that other commands start without them. */
const embedded: Source = {
  name: "embedded",
  price: 0,
  isServer: false,
  layer: Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@leadline/engine-embedded")),
      ({ layerDecisions }) => layerDecisions
    )
  ).pipe(Layer.catchTag("EngineDataError", ({ message }) => Layer.effectContext(failed(message))))
}

const backends = (file: string): Source => ({
  name: file,
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
              ? (Effect.map(Layer.buildWithScope(embedded.layer, scope), (context) =>
                  Context.get(context, Decisions)
                ) as Effect.Effect<never, StartupError>)
              : failed(`The backends of ${resource} are not used here`)
        }
      )
    })
  ).pipe(
    Layer.catch(({ message }) =>
      Layer.effectContext(failed(message.replace("LEADLINE_BACKENDS", "--backends")))
    )
  )
})

const server = (url: string): Source => ({
  name: url,
  price: inputPrice,
  isServer: true,
  layer: Layer.unwrap(
    Effect.try({
      try: () => layerClient({ baseUrl: url }),
      catch: (error) => new StartupError({ message: `--url: ${error instanceof Error ? error.message : ""}` })
    })
  )
})

/** The source of a word: `embedded`, a URL, or a file of backends. */
export const sourceOf = (word: string): Source =>
  word === "embedded" ? embedded : /^https?:\/\//.test(word) ? server(word) : backends(word)

/** The source that flags name. */
export const sourceOfFlags = (given: {
  readonly backends: Option.Option<string>
  readonly url: Option.Option<string>
}): Effect.Effect<Source, UsageError> => {
  const { backends: file, url } = given
  if (Option.isSome(file) && Option.isSome(url)) {
    return Effect.fail(new UsageError({ message: "--backends and --url: expected one of them" }))
  }
  return Effect.succeed(
    Option.isSome(url) ? server(url.value) : Option.isSome(file) ? backends(file.value) : embedded
  )
}
