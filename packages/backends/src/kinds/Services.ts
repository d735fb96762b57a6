// The services of the resources that can have a backend.
import { type ResourceName, type Resources, resources as all } from "@leadline/core/resources"
import * as Context from "effect/Context"
import * as Struct from "effect/Struct"

/** A resource that can have a backend: every one but those of the store, which is this server's own. */
export type Resource = {
  readonly [R in ResourceName]: Resources[R]["work"]["by"] extends "store" ? never : R
}[ResourceName]

const isRouted = (name: ResourceName): name is Resource => all[name].work.by !== "store"

/** The names of all resources that can have a backend. */
export const resources: ReadonlyArray<Resource> = Struct.keys(all).filter(isRouted)

/** All resources that can have a backend. */
export const routed: Pick<Resources, Resource> = Struct.pick(all, resources)

/** The services of all resources that can have a backend. */
export type Services = { readonly [R in Resource]: Resources[R]["service"]["Service"] }

/** What effects require that use the service of a resource. */
export type Identifier<R extends Resource> = Resources[R]["service"]["Identifier"]

/** What effects require that use these services. */
export type ServiceIdentifiers = Identifier<Resource>

/** The keys of the services, in a form that TypeScript can index by a resource that is not known yet. */
const keys: { readonly [R in Resource]: { readonly service: Context.Key<Identifier<R>, Services[R]> } } =
  routed

/** The key of the service of a resource. */
export const keyOf = <R extends Resource>(resource: R): Context.Key<Identifier<R>, Services[R]> =>
  keys[resource].service

/** A service for each resource. */
export const makeServices = (make: <R extends Resource>(resource: R) => Services[R]): Services =>
  Object.fromEntries(resources.map((resource) => [resource, make(resource)])) as { [R in Resource]: never }

/** The services in a context. */
export const fromContext = (context: Context.Context<ServiceIdentifiers>): Services =>
  makeServices((resource) => Context.get(context, keyOf(resource)))

/** A context of the services. */
export const toContext = (services: Services): Context.Context<ServiceIdentifiers> =>
  Context.mergeAll(
    ...resources.map((resource): Context.Context<ServiceIdentifiers> =>
      Context.make<ServiceIdentifiers, unknown>(keyOf(resource), services[resource])
    )
  )
