// A service whose calls are made in another way: on one of several services, guarded, counted.
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { ApiError } from "../errors/ApiError.ts"
import { type Operation, streamed } from "./resource.ts"

type Call<A> = Effect.Effect<A, ApiError>
type Events = Stream.Stream<unknown, ApiError>

/** Makes a call on a service: `invoke` calls its method with the request. Gives what `invoke` gives, or fails. */
export interface CallsOn<S> {
  readonly call: (
    operation: Operation,
    request: unknown,
    invoke: (service: S) => Call<unknown>
  ) => Call<unknown>
  /** The same for a method that streams. */
  readonly stream: (
    operation: Operation,
    request: unknown,
    invoke: (service: S) => Call<Events>
  ) => Call<Events>
}

/** What a service is derived from. */
export interface ServiceParts {
  readonly operations: { readonly [method: string]: Operation }
  readonly fromCalls?: (calls: never) => unknown
}

type Method<A> = (...args: ReadonlyArray<unknown>) => Call<A>

/** The service of a resource over calls on services of the same kind. */
export const serviceOver = <S>({ fromCalls, operations }: ServiceParts, { call, stream }: CallsOn<S>): S => {
  const method = <A>(service: S, name: string) =>
    (service as { readonly [name: string]: Method<A> })[name] as Method<A>
  const calls = Object.entries(operations).flatMap(([name, operation]) => {
    const one: Method<unknown> = (...args) =>
      call(operation, args[0], (service) => method<unknown>(service, name)(...args))
    const events: Method<Events> = (...args) =>
      stream(streamed(operation), args[0], (service) => method<Events>(service, "stream")(...args))
    return operation.events === undefined
      ? [[name, one]]
      : [
          [name, one],
          ["stream", events]
        ]
  })
  const methods = Object.fromEntries(calls) as never
  return (fromCalls === undefined ? methods : fromCalls(methods)) as S
}
