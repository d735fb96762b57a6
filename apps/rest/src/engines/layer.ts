// The engine of each resource: this process, or the backends of its route.
import * as Backends from "@leadline/backends"
import { type Resources, resources } from "@leadline/core/resources"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { EngineSettings } from "../settings/engines.ts"
import { StartupError } from "../StartupError.ts"
import { prepareBackend } from "./backendProcess.ts"
import { readConfiguration } from "./configuration.ts"
import { layerDocuments } from "./documents.ts"
import { loadLocalModel } from "./localModel.ts"
import { layerBackendTransport, webPages } from "./transport.ts"

type EngineError = StartupError | Embedded.EngineDataError

type Identifier<R extends Backends.Resource> = Resources[R]["service"]["Identifier"]

const services: {
  readonly [R in Backends.Resource]: { readonly service: Context.Key<Identifier<R>, Backends.Services[R]> }
} = resources

/**
 * The engines of this process, made when a route uses them. Chat and responses of this process use its own search and
 * decisions even where those have backends, so that one call here is never several calls there.
 */
const makeEmbedded = Effect.fnUntraced(function* (
  settings: EngineSettings,
  dataDirectory: string | undefined
) {
  const memo = yield* Layer.makeMemoMap
  const scope: Scope.Scope = yield* Effect.scope
  const engines: { readonly [R in Backends.Resource]: Layer.Layer<Identifier<R>, EngineError> } = {
    ...Embedded.enginesOver(layerDocuments(settings, dataDirectory)),
    // The store keeps async chats: see `layerAsyncChat`.
    asyncChat: Layer.effectContext(Effect.die(new Error("Async chats are no engine of this process")))
  }
  return <R extends Backends.Resource>(resource: R) => {
    const service: Context.Key<Identifier<R>, Backends.Services[R]> = services[resource].service
    return Effect.map(Layer.buildWithMemoMap(engines[resource], memo, scope), (context) =>
      Context.get(context, service)
    )
  }
})

/** The routes without that of async chats, which cannot change while the server runs. */
const withoutOwnAsyncChat = (configuration: Backends.Configuration): Backends.Configuration => {
  const { routes } = configuration
  const { asyncChat, ...rest } = routes
  const isOwn = asyncChat?.[0]?.[0]?.backend === Backends.embedded
  return { ...configuration, routes: isOwn ? rest : routes }
}

/** The layers of all resources whose engine can be selected. */
export const layerRoutedEngines = (settings: EngineSettings, dataDirectory: string | undefined) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const configuration = withoutOwnAsyncChat(yield* readConfiguration(settings))
      const backends = Backends.layer(configuration, {
        transport: layerBackendTransport,
        prepare: prepareBackend,
        web: webPages,
        hasDocuments: settings.documents !== undefined,
        model: loadLocalModel,
        embedded: yield* makeEmbedded(settings, dataDirectory)
      })
      if (configuration.routes.asyncChat !== undefined) return backends
      // The worker asks the routed chat.
      const asyncChat = Layer.merge(Store.layerAsyncChat, Store.layerAsyncChatWorker())
      return Layer.provideMerge(asyncChat, backends)
    })
  )

/** Asks all backends what they can do for their routes. The engine of this process is not started for it. */
export const checkBackends = Effect.fnUntraced(function* (settings: EngineSettings) {
  const configuration = yield* readConfiguration(settings)
  const alone = Backends.layer(
    { ...configuration, routes: {} },
    {
      transport: layerBackendTransport,
      prepare: prepareBackend,
      model: loadLocalModel,
      embedded: () => Effect.die(new Error("No route"))
    }
  )
  return yield* Effect.provide(
    Backends.Backends.use(({ check }) => check(configuration.routes)),
    alone
  )
})

/** Reads the configuration of backends again and brings it into use. */
export class ReloadBackends extends Context.Service<
  ReloadBackends,
  Effect.Effect<void, { readonly message: string }>
>()("@leadline/rest/ReloadBackends") {}

const reload = (settings: EngineSettings) =>
  Effect.gen(function* () {
    const { reload: use, routes } = yield* Backends.Backends
    const next = withoutOwnAsyncChat(yield* readConfiguration(settings))
    const asyncChat = JSON.stringify((yield* routes).asyncChat)
    if (JSON.stringify(next.routes.asyncChat) !== asyncChat) {
      return yield* new StartupError({ message: "routes.asyncChat: cannot change without a restart" })
    }
    yield* use(next)
    yield* Store.recordConfigurationChange(JSON.stringify(next))
  })

/** A bad configuration changes nothing. A change is in the audit log. */
export const layerReloadBackends = (settings: EngineSettings) =>
  Layer.effect(
    ReloadBackends,
    Effect.map(Effect.context<Effect.Services<ReturnType<typeof reload>>>(), (context) =>
      Effect.provideContext(reload(settings), context)
    )
  )
