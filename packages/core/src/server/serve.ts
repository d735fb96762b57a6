// Derives the server of a resource: its endpoints, and the routes that answer them from its service.
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { type Endpoints, endpointsOf, type GroupContract } from "../contract/endpoint.ts"
import type { Group, OperationDefinitions, Resource } from "../contract/resource.ts"
import type { ApiError } from "../errors/ApiError.ts"
import { ModelNames } from "../schema/models.ts"
import { type Handlers, type Route, routesOf } from "./Route.ts"

/** A resource as it is served. */
export interface Served<R> {
  readonly endpoints: Endpoints
  readonly routes: Effect.Effect<ReadonlyArray<Route>, never, R>
}

/** Serves operations with a handler for each. */
export const serveGroup = <Ops extends OperationDefinitions, Failure extends Schema.Top, R>(
  group: Group<Ops>,
  contract: GroupContract<Ops, Failure>,
  handlers: Effect.Effect<Handlers<Ops, Failure["Type"]>, never, R>
): Served<R> => {
  const endpoints = endpointsOf(group, contract)
  const routes = Effect.map(Effect.all([handlers, ModelNames]), ([all, models]) =>
    routesOf(endpoints, all, models)
  )
  return { endpoints, routes }
}

type AnyMethods<Ops> = {
  readonly [Method in keyof Ops]: (request: unknown) => Effect.Effect<unknown, ApiError>
}

/** A service may fail with every class. */
type Total<Failure> = [ApiError] extends [Failure]
  ? unknown
  : { readonly errors: "a class of ApiError has no codec" }

/** Serves a resource by its service; `handlers` are those that do more than to call the method of the operation. */
export const serve = <I, S, Engine, Ops extends OperationDefinitions, Failure extends Schema.Top, R = never>(
  resource: Resource<I, S, Engine, Ops>,
  contract: GroupContract<Ops, Failure> & Total<Failure["Type"]>,
  handlers: Effect.Effect<Partial<Handlers<Ops, Failure["Type"]>>, never, R> = Effect.succeed({})
): Served<I | R> => {
  const plain = Effect.map(resource.service, (service) =>
    Object.fromEntries(
      Object.keys(resource.operations).map((method: keyof Ops) => [
        method,
        ({ request }: { readonly request: unknown }) => (service as AnyMethods<Ops>)[method](request)
      ])
    )
  )
  return serveGroup(
    resource,
    contract,
    Effect.map(
      Effect.all([plain, handlers]),
      ([calls, own]) => ({ ...calls, ...own }) as Handlers<Ops, Failure["Type"]>
    )
  )
}
