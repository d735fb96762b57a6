// Derives the client of a resource: its service over HTTP.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { OperationDefinitions, Operation, Resource } from "../contract/resource.ts"
import type { ApiError } from "../errors/ApiError.ts"
import type { Call } from "./Call.ts"
import { withQuery } from "./queryString.ts"
import { RequestExecutor } from "./RequestExecutor.ts"
import { ignoredBody } from "./response/IgnoredBodyAttempt.ts"

type Executor = RequestExecutor["Service"]

/** Sends the body of a request, and gives the response unchecked. */
export type Send = (
  executor: Executor,
  call: Call,
  operation: Operation,
  body: never
) => Effect.Effect<unknown, ApiError>

/** The operations whose bodies or responses are not JSON. */
type Special<Ops extends OperationDefinitions> = {
  [Method in keyof Ops]: Ops[Method] extends { readonly body: "file" }
    ? Method
    : Ops[Method] extends { readonly response: unknown }
      ? never
      : Method
}[keyof Ops]

type Calls<S, Ops> = Pick<S, keyof S & keyof Ops>

/** What a client needs beside its resource; the fields are required where it does. */
export type ClientParts<S, Ops extends OperationDefinitions> = ([Special<Ops>] extends [never]
  ? {}
  : { readonly send: { readonly [Method in Special<Ops>]: Send } }) &
  ([Exclude<keyof S, keyof Ops>] extends [never]
    ? {}
    : {
        /** Adds the methods that are no operations to those that are. `within` gives a method inside of a call. */
        readonly complete: (calls: Calls<S, Ops>, within: Within<S>, executor: Executor) => S
      })

/** A method of a service inside of a call. */
export type Within<S> = <Method extends keyof S>(call: Call, method: Method) => S[Method]

type AnyMethod = (request: unknown) => Effect.Effect<unknown, ApiError>

/** The parts as no type knows them. */
interface Parts<S> {
  readonly send?: { readonly [method: string]: Send }
  readonly complete?: (calls: S, within: Within<S>, executor: Executor) => S
}

/** Sends JSON, and reads nothing of the response. */
export const sendForNothing: Send = (executor, call, operation, body) =>
  executor.execute(call, operation, body, ignoredBody)

const sendJson: Send = (executor, call, operation, body) => executor.executeJson(call, operation, body)

/**
 * The operation at the path and with the query of a request, and its body. The schemas of ids allow no characters that
 * need escaping.
 */
const placed = (operation: Operation, request: unknown): readonly [Operation, unknown] => {
  const fields: { [name: string]: never } = { ...Object(request) }
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name] ?? ""
    delete fields[name]
    return value
  })
  const isRepeatable = typeof fields[operation.idempotencyKey ?? ""] === "string"
  const at = {
    ...operation,
    path: path as Operation["path"],
    ...(isRepeatable && { retry: "safe" as const })
  }
  if (operation.content === "json") return [at, fields]
  const { file, ...query } = fields
  return [withQuery(at, query), file]
}

/**
 * A service over the executor that is provided to it. Built for each provision: Effect would share it by reference, and
 * a client inside another one would send requests with the key and to the host of the outer one.
 */
export const serviceLayer = <I, S>(
  service: Context.Service<I, S>,
  make: (executor: Executor) => S
): Layer.Layer<I, never, RequestExecutor> =>
  Layer.fresh(Layer.effect(service, Effect.map(RequestExecutor, make)))

/** The service of a resource over HTTP; requests and responses are checked. */
export const clientLayer = <I, S, Engine, Ops extends OperationDefinitions>(
  { make, operations, service }: Resource<I, S, Engine, Ops>,
  ...[parts]: {} extends ClientParts<S, Ops> ? [] : [ClientParts<S, Ops>]
): Layer.Layer<I, never, RequestExecutor> =>
  serviceLayer(service, (executor) => {
    const { complete = (calls: S) => calls, send = {} }: Parts<S> = parts ?? {}
    const all = Object.entries<Operation>(operations)
    const engines = new Map(
      all.map(([method, operation]) => {
        const sendBody = send[method] ?? sendJson
        const engine = (call: Call) => (request: unknown) => {
          const [at, body] = placed(operation, request)
          return sendBody(executor, call, at, body as never)
        }
        return [method, engine]
      })
    )
    const within: Within<S> = (call, method) =>
      make({ [method]: engines.get(method as string)?.(call) } as Engine)[method]
    const calls = all.map(([method, operation]) => [
      method,
      (request: unknown) =>
        executor.call(operation, (call) => (within(call, method as keyof S) as AnyMethod)(request))
    ])
    return complete(Object.fromEntries(calls) as S, within, executor)
  })
