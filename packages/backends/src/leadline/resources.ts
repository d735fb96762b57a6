// The resources an upstream server can answer.
// Source: §4; which resources these are is Assumed: ours.
import * as Client from "@leadline/core/client"
import { type Operation, serviceOver } from "@leadline/core/resources"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Identifier,
  keyOf,
  type Resource,
  resources,
  routed,
  type ServiceIdentifiers,
  type Services
} from "../kinds/Services.ts"
import { Backend, type RequestSender } from "./Backend.ts"
import type { OperationTraits } from "./mapError.ts"

/** What the caller pays for, and what is stored: something that the request names. */
const traitsOf = ({ idempotencyKey, path, work }: Operation, request: unknown): OperationTraits => ({
  isStored: idempotencyKey !== undefined || path.includes(":"),
  ...(work.by === "engine" && work.usesTokens && { paid: Object(request) })
})

/** A resource that asks the backend provided to it, also where Effect has built the same layer over another one. */
const over = <I, S>(
  client: Layer.Layer<I, never, RequestSender>,
  service: Context.Key<I, S>,
  make: (client: S, backend: Backend["Service"]) => S
): Layer.Layer<I, never, Backend | RequestSender> => {
  const made = Effect.flatMap(Backend, (backend) =>
    Effect.map(Effect.service(service), (methods) => make(methods, backend))
  )
  return Layer.fresh(Layer.provide(Layer.effect(service, made), client))
}

const clients: { readonly [R in Resource]: Layer.Layer<Identifier<R>, never, RequestSender> } = Client.clients

/**
 * A resource from the upstream server. Answers are passed on as sent: to change one, make a new value. Async chats are
 * stored there under this server's API key alone, so every key group sees the chats of all others: use them on servers
 * with a single group.
 */
export const layerResource = <R extends Resource>(
  name: R
): Layer.Layer<Identifier<R>, never, Backend | RequestSender> =>
  over(clients[name], keyOf(name), (client, backend) =>
    serviceOver<Services[R]>(routed[name], {
      call: (operation, request, invoke) =>
        backend.call(operation.id, invoke(client), traitsOf(operation, request)),
      stream: (operation, request, invoke) =>
        backend.stream(operation.id, invoke(client), traitsOf(operation, request))
    })
  )

/** Every resource that can have a backend, each as {@link layerResource} makes it. */
export const layerRouted: Layer.Layer<ServiceIdentifiers, never, Backend | RequestSender> = Layer.mergeAll(
  ...(resources.map(layerResource) as [Layer.Layer<ServiceIdentifiers, never, Backend | RequestSender>])
)
