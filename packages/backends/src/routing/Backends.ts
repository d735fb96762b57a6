// The services of all routed resources, and the change from one configuration to the next while they run.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import { ModelNames } from "@leadline/core/internal"
import { serviceOver } from "@leadline/core/resources"
import { Transport } from "@leadline/core/transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import { type Configuration, embedded, type Routes } from "../configuration/settings.ts"
import type { Finding } from "../check/checks.ts"
import { makeFetchPage } from "../fetch-url/makeFetchPage.ts"
import { misconfigured } from "../http/mapStatus.ts"
import type { Dependencies } from "../kinds/BackendKind.ts"
import {
  makeServices as servicesOf,
  type Resource,
  resources,
  routed,
  type Services,
  toContext
} from "../kinds/Services.ts"
import {
  type ActiveConfiguration,
  activateConfiguration,
  release,
  type PreparedBackend,
  type RuntimeOptions,
  type WebOptions
} from "./ActiveConfiguration.ts"
import { listModels, namesOf, ownsModels } from "./modelNames.ts"
import { nestedCall } from "./nestedCall.ts"
import { tryInOrder } from "./tryInOrder.ts"

/** The abilities of a backend, as asked now. */
export interface CheckedBackend {
  readonly name: string
  readonly kind: string
  readonly url: string
  readonly findings: ReadonlyArray<Finding>
}

/** The backends in use. */
export class Backends extends Context.Service<
  Backends,
  {
    /** Brings another configuration into use. If it fails, nothing changes. Calls in progress end where they are. */
    readonly reload: (configuration: Configuration) => Effect.Effect<void, { readonly message: string }>
    /** Asks every backend what it can do for some routes, programs that start when they are ready. */
    readonly check: (routes: Routes) => Effect.Effect<ReadonlyArray<CheckedBackend>>
    /** The routes in use. */
    readonly routes: Effect.Effect<Routes>
  }
>()("@leadline/backends/Backends") {}

type Call<A> = Effect.Effect<A, ApiError.ApiError>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

const leave = (active: ActiveConfiguration): void => {
  active.inUse--
  if (active.inUse === 0) active.onIdle?.()
}

/** The operator forgot the route of a resource: 500, and the log names the resource. */
const noRoute = (resource: Resource) =>
  Effect.andThen(
    Effect.logError("A request has no route: name its resource in the routes of the backends", { resource }),
    Effect.fail(misconfigured())
  )

/** The models that a request names. */
const modelsOf = (request: unknown): ReadonlyArray<string> => {
  const { model, models = [model] } = Object(request)
  return Array.isArray(models) ? models.filter((name) => typeof name === "string") : []
}

const attempt = <R extends Resource, A>(
  active: ActiveConfiguration,
  resource: R,
  request: unknown,
  run: (service: Services[R]) => Call<A>
): Call<A> => {
  const route = active.routes[resource]
  return route === undefined ? noRoute(resource) : tryInOrder(route, modelsOf(request), run)
}

/** The services of a holder of configurations: each call runs on the configuration of its start. */
const makeServices = (current: () => ActiveConfiguration): Services => {
  const enter = (): ActiveConfiguration => {
    const active = current()
    active.inUse++
    return active
  }
  const call = <R extends Resource, A>(
    resource: R,
    request: unknown,
    run: (service: Services[R]) => Call<A>
  ): Call<A> =>
    Effect.suspend(() => {
      const active = enter()
      return Effect.ensuring(
        attempt(active, resource, request, run),
        Effect.sync(() => leave(active))
      )
    })
  /** A stream is in progress until it ends. */
  const stream = <R extends Resource, A>(
    resource: R,
    request: unknown,
    run: (service: Services[R]) => Call<Events<A>>
  ): Call<Events<A>> =>
    Effect.suspend(() => {
      const active = enter()
      const end = Effect.sync(() => leave(active))
      return Effect.map(
        Effect.onError(attempt(active, resource, request, run), () => end),
        (events) => Stream.ensuring(events, end)
      )
    })
  const services = servicesOf(<R extends Resource>(resource: R) =>
    serviceOver<Services[R]>(routed[resource], {
      call: (_, request, invoke) => call(resource, request, invoke),
      stream: (_, request, invoke) => stream(resource, request, invoke)
    })
  )
  const list = Effect.suspend(() => {
    const active = current()
    return ownsModels(active) ? listModels(active, services.models.list()) : services.models.list()
  })
  return { ...services, models: { list: () => list } }
}

/** The resources whose routes use a backend. */
const routedTo = (name: string, routes: Routes): ReadonlyArray<Resource> =>
  resources.filter((resource) => routes[resource]?.flat().some(({ backend }) => backend === name) === true)

/**
 * Waits for a program that starts, up to two minutes: a large model takes its time to load. Gives why it could not be
 * started.
 */
const waitUntilReady = ({ isReady, startProblem = () => undefined }: PreparedBackend) =>
  Effect.sync(() => isReady() || startProblem() !== undefined).pipe(
    Effect.repeat({ schedule: Schedule.spaced(100), until: (isOver) => isOver }),
    Effect.timeoutOption("2 minutes"),
    Effect.map(startProblem)
  )

const notStarted = (problem: string): ReadonlyArray<Finding> => [
  { capability: "program", value: problem, isFailure: true, advice: "It cannot be started: check command." }
]

const searchesElsewhere = ({ configuration: { routes } }: ActiveConfiguration): boolean =>
  routes.search?.flat().some(({ backend }) => backend !== embedded) === true

/** Waits for the last call of a configuration, or for the end of the server, and lets go of its backends. */
const retire = (active: ActiveConfiguration): Effect.Effect<void> =>
  Effect.ensuring(
    Effect.callback<void>((resume) => {
      if (active.inUse === 0) resume(Effect.void)
      else active.onIdle = () => resume(Effect.void)
    }),
    release(active)
  )

const makeWebPages = <E>({ isPublicHost, transport }: WebOptions<E>) =>
  Effect.map(Layer.build(transport), (context) =>
    makeFetchPage({ isPublicHost, transport: Context.get(context, Transport) })
  )

const make = Effect.fnUntraced(function* <E extends { readonly message: string }>(
  configuration: Configuration,
  options: RuntimeOptions<E>
) {
  const lock = yield* Semaphore.make(1)
  const holder: { active: ActiveConfiguration | undefined } = { active: undefined }
  const current = () => {
    if (holder.active === undefined) throw new Error("Not started")
    return holder.active
  }
  const services = makeServices(current)
  const scope = yield* Effect.scope
  const dependencies: Dependencies = {
    search: { create: (request) => nestedCall(services.search.create(request)) },
    searchesUnasked: () => options.hasDocuments !== false || searchesElsewhere(current()),
    fetchPage: options.web === undefined ? undefined : yield* makeWebPages(options.web)
  }
  const reload = (next: Configuration) =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const before = holder.active
        const after = yield* activateConfiguration(next, before, options, dependencies)
        holder.active = after
        if (before !== undefined) {
          yield* Effect.forkIn(Effect.interruptible(retire(before)), scope, { startImmediately: true })
        }
      })
    ).pipe(lock.withPermits(1))
  yield* reload(configuration)
  yield* Effect.addFinalizer(() => (holder.active === undefined ? Effect.void : release(holder.active)))
  const check = (routes: Routes) =>
    Effect.suspend(() =>
      Effect.forEach(
        Array.from(holder.active?.running.values() ?? []),
        ({ check: ask, prepared }) =>
          Effect.map(
            Effect.flatMap(waitUntilReady(prepared), (problem) =>
              problem === undefined
                ? ask(routedTo(prepared.settings.name, routes))
                : Effect.succeed(notStarted(problem))
            ),
            (findings): CheckedBackend => ({
              name: prepared.settings.name,
              kind: prepared.settings.kind,
              url: prepared.settings.url,
              findings
            })
          ),
        { concurrency: 8 }
      )
    )
  const backends = Backends.of({
    reload,
    check,
    routes: Effect.sync(() => holder.active?.configuration.routes ?? {})
  })
  return toContext(services).pipe(
    Context.add(Backends, backends),
    Context.add(ModelNames, (resource) => namesOf(current(), resource))
  )
})

/**
 * The services of all routed resources. A request for a resource without a route is an InternalServerError, and the log
 * names the resource: a configuration of a server names all of them.
 */
export const layer = <E extends { readonly message: string }>(
  configuration: Configuration,
  options: RuntimeOptions<E>
) => Layer.effectContext(make(configuration, options))
