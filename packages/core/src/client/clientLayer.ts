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

/** Parts of a client that its resource cannot say; a field is required where the resource needs it. */
export type ClientParts<S, Ops extends OperationDefinitions> = ([Special<Ops>] extends [never]
  ? {}
  : { readonly send: { readonly [Method in Special<Ops>]: Send } }) & {
  /** In place of the resource's `fromCalls`. `within` gives a method inside of a call. */
  readonly complete?: (calls: Calls<S, Ops>, within: Within<S>, executor: Executor) => S
}

/** A method of a service inside of a call. */
export type Within<S> = <Method extends keyof S>(call: Call, method: Method) => S[Method]

type AnyMethod = (request: unknown) => Effect.Effect<unknown, ApiError>

/** The parts as no type knows them. */
interface Parts<S> {
  readonly send?: { readonly [method: string]: Send }
  readonly complete?: (calls: S, within: Within<S>, executor: Executor) => S
}

/** Sends JSON, and reads nothing of the response. Named by resources that need it: the others' clients are smaller. */
export const discardResponse: Send = (executor, call, operation, body) =>
  executor.execute(call, operation, body, ignoredBody)

const sendJson: Send = (executor, call, operation, body) => executor.executeJson(call, operation, body)

/**
 * The operation at the path of a request, and its body: a JSON body is all that is not in the path, else this is the query.
 * The schemas of ids allow no characters that need escaping.
 */
const placed = (operation: Operation, request: unknown): readonly [Operation, unknown] => {
  const given: { readonly [name: string]: unknown } = Object(request)
  const isRepeatable =
    operation.idempotencyKey !== undefined && typeof given[operation.idempotencyKey] === "string"
  const called: Operation = isRepeatable ? { ...operation, retry: "safe" } : operation
  const isJson = called.content === "json"
  if (isJson && !called.path.includes(":")) return [called, request]
  const fields: { [name: string]: never } = { ...Object(request) }
  const path = called.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name] ?? ""
    delete fields[name]
    return value
  }) as Operation["path"]
  if (isJson) return [{ ...called, path }, fields]
  const { file, ...query } = fields
  return [withQuery({ ...called, path }, query), file]
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
  { fromCalls, make, operations, service }: Resource<I, S, Engine, Ops>,
  ...[parts]: {} extends ClientParts<S, Ops> ? [parts?: ClientParts<S, Ops>] : [parts: ClientParts<S, Ops>]
): Layer.Layer<I, never, RequestExecutor> =>
  serviceLayer(service, (executor) => {
    const { complete, send = {} }: Parts<S> = parts ?? {}
    const within: Within<S> = (call, method) => {
      const name = method as string
      const sendBody = send[name] ?? sendJson
      const engine = (request: unknown) => {
        const [at, body] = placed(operations[name] as Operation, request)
        return sendBody(executor, call, at, body as never)
      }
      return make({ [name]: engine } as Engine)[method]
    }
    const calls = Object.entries<Operation>(operations).map(([method, operation]) => [
      method,
      (request: unknown) =>
        executor.call(operation, (call) => (within(call, method as keyof S) as AnyMethod)(request))
    ])
    const methods = Object.fromEntries(calls) as never
    return complete?.(methods, within, executor) ?? fromCalls?.(methods) ?? methods
  })
