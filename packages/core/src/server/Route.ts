// A route: an endpoint of the contract with its handler, and how its requests and answers are decoded and encoded.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import {
  type Access,
  OperationName,
  OptionalBody,
  jsonBodyOf,
  RequestIdAlias,
  ServingOf,
  type Work
} from "../contract/annotations.ts"
import * as ApiError from "../errors/ApiError.ts"
import { encoderOf } from "../errors/wireCodec.ts"
import { type JsonBody, makeDecodeJson } from "./body/decodeJson.ts"
import { queryOf, type Values } from "./requestTarget.ts"
import type { RequestContext } from "./RequestContext.ts"
import * as ServerResponse from "./ServerResponse.ts"

type Endpoint = HttpApiEndpoint.Constraint

/** What a handler gets: the decoded parts of the request, and its context. */
export type HandlerRequest<E extends Endpoint> = Omit<
  E["~Request"],
  "endpoint" | "group" | "headers" | "request" | "upgrade"
> & { readonly context: RequestContext }

type Answer<E extends Endpoint, R> = Effect.Effect<
  E["~Success"]["Type"] | ServerResponse.ServerResponse,
  E["~Error"]["Type"],
  R
>

/**
 * Answers the requests of an endpoint: with a value of its success schema, or with a response of its own. `prepare` does
 * first what needs no engine, and gives the effect that answers: a request that it refuses takes no tokens.
 */
export type Handler<E extends Endpoint, R> =
  | ((request: HandlerRequest<E>) => Answer<E, R>)
  | {
      readonly prepare: (request: HandlerRequest<E>) => Effect.Effect<Answer<E, R>, E["~Error"]["Type"], R>
    }

/** The decoded parts of a request, as a route hands them to its handler. */
export interface HandlerInput {
  readonly context: RequestContext
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

type Answering = Effect.Effect<unknown, ApiError.ApiError>

type AnyHandler =
  | ((request: HandlerInput) => Answering)
  | { readonly prepare: (request: HandlerInput) => Effect.Effect<Answering, ApiError.ApiError> }

/** A route of the server. */
export interface Route {
  readonly method: string
  readonly path: string
  /** The operation it belongs to, as `decisions.create`. */
  readonly operation: string
  /** The name of its span: as the client names its call, `Decisions.create`, whichever path led there. */
  readonly spanName: string
  /** Who may call it; `anyone`: no key, no limit. */
  readonly access: Access | "anyone"
  /** The body it reads. */
  readonly content: "none" | "json" | "file"
  readonly work: Work
  /** Whether a budget is spent on it. */
  readonly spendsBudget: boolean
  /** Whether its requests count against the tokens of their key group. */
  readonly usesTokens: boolean
  /** A second header that repeats the request id. */
  readonly requestIdAlias: string | undefined
  /** Decodes path parameters, and the query of a request target: fails with an InvalidRequestError. */
  readonly decodePath: (
    params: Values,
    target: string
  ) => Effect.Effect<{ readonly params?: unknown; readonly query?: unknown }, ApiError.InvalidRequestError>
  readonly decodeJson: ReturnType<typeof makeDecodeJson> | undefined
  /** Answers a request. What the handler does after its preparation goes through `guard`. */
  readonly handle: (request: HandlerInput, guard: (answer: Answering) => Answering) => Answering
  readonly encode: (value: unknown) => ServerResponse.ServerResponse
  /** Encodes a failure; undefined for one that the endpoint has no codec for. */
  readonly encodeError: (error: ApiError.ApiError) => ServerResponse.ServerResponse | undefined
}

const statusOf = ({ ast }: Schema.Top, otherwise: number): number =>
  Number(
    SchemaAST.resolve(ast)?.["httpApiStatus"] ?? ast.context?.annotations?.["httpApiStatus"] ?? otherwise
  )

const makeEncode = (success: ReadonlySet<Schema.Top>): Route["encode"] => {
  const [first] = success
  const status = first === undefined ? 204 : statusOf(first, 200)
  return (value) =>
    value instanceof ServerResponse.ServerResponse
      ? value
      : value === undefined
        ? ServerResponse.empty(status)
        : ServerResponse.json(status, value)
}

const makeEncodeError = (endpoint: HttpApiEndpoint.Top): Route["encodeError"] => {
  const guards = Array.from(endpoint.middlewares).flatMap((guard) =>
    Array.from((guard as unknown as HttpApiMiddleware.AnyService).error)
  )
  const encoders = [...endpoint.error, ...guards].flatMap((codec) => encoderOf(codec) ?? [])
  return (error) => {
    for (const encode of encoders) {
      const encoded = encode(error)
      if (encoded !== undefined) return ServerResponse.json(encoded.status, encoded.body, encoded.headers)
    }
    return undefined
  }
}

type Decodable = Schema.Codec<unknown>

const decodesNothing = Effect.succeed({})

/** A failure says in which part of the request it is. */
const named = <A>(slot: "path" | "query", result: Result.Result<A, Schema.SchemaError>) =>
  Result.mapError(result, (error) => ApiError.invalidRequest(error, slot))

const makeDecodePath = ({ params, query }: HttpApiEndpoint.Top): Route["decodePath"] => {
  const fromParams = params && Schema.decodeUnknownResult(params as Decodable)
  const fromQuery = query && Schema.decodeUnknownResult(Schema.toCodecArrayFromSingle(query as Decodable))
  if (fromParams === undefined && fromQuery === undefined) return () => decodesNothing
  return (givenParams, target) => {
    const inPath = fromParams && named("path", fromParams(givenParams))
    if (inPath !== undefined && Result.isFailure(inPath)) return Effect.fail(inPath.failure)
    const inQuery = fromQuery && named("query", fromQuery(queryOf(target)))
    if (inQuery !== undefined && Result.isFailure(inQuery)) return Effect.fail(inQuery.failure)
    return Effect.succeed({
      ...(inPath && { params: inPath.success }),
      ...(inQuery && { query: inQuery.success })
    })
  }
}

const spanNameOf = (operation: string): string =>
  operation.replace(/(?:^|-)\w/g, (start) => start.slice(-1).toUpperCase())

const makeHandle = (handler: AnyHandler): Route["handle"] =>
  typeof handler === "function"
    ? (request, guard) => guard(handler(request))
    : (request, guard) => Effect.flatMapEager(handler.prepare(request), guard)

const makeRoute = (
  group: HttpApiGroup.Top,
  endpoint: HttpApiEndpoint.Top,
  handle: Route["handle"]
): Route => {
  const annotations = Context.merge(group.annotations, endpoint.annotations)
  const serving = Context.getOrUndefined(annotations, ServingOf)
  if (serving === undefined) {
    throw new Error(
      `The group ${group.identifier} has no ServingOf: pipe it through one of contract/endpointPolicies.ts`
    )
  }
  const { access, body, work } = serving
  const payload = jsonBodyOf(endpoint.payload.get("application/json")?.schemas[0])
  const json: JsonBody | undefined = payload && {
    schema: payload,
    options: Context.getOrElse(annotations, HttpApi.PayloadParseOptions, () => ({})),
    isOptional: Context.get(annotations, OptionalBody)
  }
  const content = endpoint.payload.size === 0 ? "none" : body
  const hasBody = content !== "none"
  const operation = Context.get(annotations, OperationName) ?? `${group.identifier}.${endpoint.identifier}`
  return {
    method: endpoint.method,
    path: endpoint.path,
    operation,
    spanName: spanNameOf(operation),
    access,
    content,
    work,
    spendsBudget: hasBody && work.by !== "store",
    usesTokens: hasBody && work.by !== "store" && work.usesTokens,
    requestIdAlias: Context.get(annotations, RequestIdAlias),
    decodePath: makeDecodePath(endpoint),
    decodeJson: json && makeDecodeJson(json),
    handle,
    encode: makeEncode(endpoint.success),
    encodeError: makeEncodeError(endpoint)
  }
}

/** The handlers of all endpoints of a group. A handler that may fail with what its endpoint has no codec for does not compile. */
export type Handlers<E extends Endpoint, R> = {
  readonly [Name in E["identifier"]]: Handler<Extract<E, { readonly identifier: Name }>, R>
}

/** The routes of a group: one for each endpoint, in the order of the contract. */
export const routesOf = <Id extends string, E extends Endpoint>(
  group: HttpApiGroup.HttpApiGroup<Id, E>,
  handlers: Handlers<E, never>
): ReadonlyArray<Route> =>
  Object.values<HttpApiEndpoint.Top>(group.endpoints as never).map((endpoint) => {
    const handler = (handlers as { readonly [name: string]: unknown })[endpoint.identifier]
    if (handler === undefined) {
      throw new Error(
        `${group.identifier}.${endpoint.identifier} has no handler: handlers.ts of its resource`
      )
    }
    return makeRoute(group as unknown as HttpApiGroup.Top, endpoint, makeHandle(handler as AnyHandler))
  })

/** A route beside the contract: GET, without a key, with an answer of its own. */
export const plainRoute = (path: string, answer: Effect.Effect<ServerResponse.ServerResponse>): Route => ({
  method: "GET",
  path,
  operation: path,
  spanName: path,
  access: "anyone",
  content: "none",
  work: { by: "store" },
  spendsBudget: false,
  usesTokens: false,
  requestIdAlias: undefined,
  decodePath: () => decodesNothing,
  decodeJson: undefined,
  handle: () => answer,
  encode: (value) => value as ServerResponse.ServerResponse,
  encodeError: () => undefined
})
