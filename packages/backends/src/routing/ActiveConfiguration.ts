// One configuration in use: its backends, the services of its routes, and the calls that still run on it.
import { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { type BackendSettings, type Configuration, embedded, type Step } from "../configuration/settings.ts"
import type { BackendInstance, Dependencies, Resource, Services } from "../kinds/BackendKind.ts"
import type { WebAccess } from "../fetch-url/makeFetchPage.ts"
import type { LocalModel } from "../llama/LocalModel.ts"
import { isContractModel, modelNameThere } from "../kinds/modelName.ts"
import { kinds } from "../kinds/registry.ts"
import type { Route, Target } from "./tryInOrder.ts"

/** A backend that can be called: a program that serves it may still be starting. */
export interface PreparedBackend {
  readonly settings: BackendSettings
  readonly isReady: () => boolean
  /** Why its program could not be started; undefined: it runs, or is starting. Default: it never fails. */
  readonly startProblem?: () => string | undefined
}

/** The parts that a runtime supplies. */
export interface RuntimeOptions<E> {
  /** The transport to a backend of a configuration; it must not follow redirects. */
  readonly transport: (settings: BackendSettings, configuration: Configuration) => Layer.Layer<Transport, E>
  /** Starts the program of a backend that has a `command`, until the scope is closed. */
  readonly prepare: (settings: BackendSettings) => Effect.Effect<PreparedBackend, E, Scope.Scope>
  /** Loads the model of a backend that has it in this process. Undefined: the runtime cannot. */
  readonly model?: (
    settings: BackendSettings,
    configuration: Configuration
  ) => Effect.Effect<LocalModel, E, Scope.Scope>
  /** The service of this process for a resource, made when the first route uses it. */
  readonly embedded: <R extends Resource>(resource: R) => Effect.Effect<Services[R], E>
  /**
   * Whether the search of this process has documents of the operator. Without, chats of a model server that say nothing of a
   * search are answered by the model alone, unless a backend searches. Default true.
   */
  readonly hasDocuments?: boolean
  /** The way to pages of the web, for `fetch_url`. Undefined: models are not offered the tool. */
  readonly web?: WebOptions<E>
}

/** The way to pages of the web. */
export interface WebOptions<E> extends Pick<WebAccess, "isPublicHost"> {
  /** It must connect to public addresses only, whatever a name resolves to, and not follow redirects. */
  readonly transport: Layer.Layer<Transport, E>
}

/** A backend that runs, in a scope of its own: it lives on in the next configuration if nothing of it changed. */
export interface RunningBackend extends BackendInstance {
  readonly prepared: PreparedBackend
  /** Equal for equal settings. */
  readonly key: string
  readonly scope: Scope.Closeable
  /** How many configurations hold it: the one in use, and earlier ones whose calls still run. */
  holders: number
}

/** The routes of all resources that a configuration names. */
export type RouteTable = { readonly [R in Resource]?: Route<Services[R]> }

/** One configuration in use. */
export interface ActiveConfiguration {
  readonly configuration: Configuration
  readonly running: ReadonlyMap<string, RunningBackend>
  readonly routes: RouteTable
  /** Calls and streams in progress. */
  inUse: number
  /** Called when it is out of use and its last call has ended. */
  onIdle: (() => void) | undefined
}

/** Also the secrets, so that a new one makes a new client or starts the program again. */
const keyOf = (settings: BackendSettings): string =>
  JSON.stringify([
    settings,
    settings.apiKey && Redacted.value(settings.apiKey),
    Object.values(settings.environment ?? {}).map(Redacted.value)
  ])

/** A kind whose model is in this process sends nothing. */
const noTransport = Transport.of({
  send: () => {
    throw new Error("A model in this process has no transport")
  },
  codings: [],
  propagatesTrace: false
})

const start = <E>(
  settings: BackendSettings,
  configuration: Configuration,
  options: RuntimeOptions<E>,
  dependencies: Dependencies
): Effect.Effect<RunningBackend, E> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const made = Effect.gen(function* () {
      const kind = kinds.find(({ name }) => name === settings.kind)
      if (kind === undefined) return yield* Effect.die(new Error(`No kind ${settings.kind}`))
      const prepared = yield* options.prepare(settings)
      if (kind.url === "file") {
        const model = yield* options.model?.(settings, configuration) ?? Effect.undefined
        const local = kind.make(settings, { ...dependencies, model })
        const instance = yield* Effect.provideService(local, Transport, noTransport)
        return { ...instance, prepared, key: keyOf(settings), scope, holders: 0 }
      }
      const transport = yield* Layer.build(options.transport(prepared.settings, configuration))
      const instance = yield* Effect.provideContext(kind.make(prepared.settings, dependencies), transport)
      return { ...instance, prepared, key: keyOf(settings), scope, holders: 0 }
    })
    return yield* Scope.provide(made, scope).pipe(Effect.onError(() => Scope.close(scope, Exit.void)))
  })

/** The target of a route: a backend of the configuration, or this process. */
const targetOf = <R extends Resource, E>(
  resource: R,
  name: string,
  running: ReadonlyMap<string, RunningBackend>,
  options: RuntimeOptions<E>
): Effect.Effect<Target<Services[R]>, E> =>
  Effect.gen(function* () {
    if (name === embedded) {
      const service = yield* options.embedded(resource)
      return { name, service, isReady: () => true, hasModel: isContractModel }
    }
    const backend = running.get(name)
    const service = backend?.services[resource]
    return backend === undefined || service === undefined
      ? yield* Effect.die(new Error(`${name} has no ${resource}`))
      : {
          name,
          service,
          isReady: backend.prepared.isReady,
          hasModel: (model) => modelNameThere(backend.prepared.settings, model) !== undefined
        }
  })

const routeOf = <R extends Resource, E>(
  resource: R,
  steps: ReadonlyArray<Step>,
  running: ReadonlyMap<string, RunningBackend>,
  options: RuntimeOptions<E>
) =>
  Effect.map(
    Effect.forEach(steps.flat(), ({ backend }) => targetOf(resource, backend, running, options)),
    (targets): Route<Services[R]> => ({
      steps,
      targets: new Map(targets.map((target) => [target.name, target]))
    })
  )

/** Lets go of the backends of a configuration, and closes those that no other one holds. */
export const release = ({ running }: Pick<ActiveConfiguration, "running">): Effect.Effect<void> =>
  Effect.suspend(() =>
    Effect.forEach(
      Array.from(running.values()).filter((backend) => --backend.holders === 0),
      ({ scope }) => Scope.close(scope, Exit.void),
      { discard: true, concurrency: "unbounded" }
    )
  )

/** Brings a configuration into use, with the backends of the one before whose settings are the same. */
export const activateConfiguration = <E>(
  configuration: Configuration,
  before: ActiveConfiguration | undefined,
  options: RuntimeOptions<E>,
  dependencies: Dependencies
): Effect.Effect<ActiveConfiguration, E> =>
  Effect.gen(function* () {
    const running = new Map<string, RunningBackend>()
    const made = Effect.gen(function* () {
      for (const settings of configuration.backends) {
        const known = before?.running.get(settings.name)
        const isSame = known?.key === keyOf(settings)
        const backend = isSame ? known : yield* start(settings, configuration, options, dependencies)
        backend.holders++
        running.set(settings.name, backend)
      }
      const routes: { [R in Resource]?: unknown } = {}
      for (const [resource, steps] of Object.entries(configuration.routes)) {
        routes[resource as Resource] = yield* routeOf(resource as Resource, steps, running, options)
      }
      return { configuration, running, routes: routes as RouteTable, inUse: 0, onIdle: undefined }
    })
    return yield* Effect.onError(made, () => release({ running }))
  })
