// A route: an endpoint of the contract with its handler, and how its requests and answers are decoded and encoded.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Endpoint, Endpoints } from "../contract/endpoint.ts"
import type {
  Access,
  BodyKind,
  OperationDefinition,
  OperationDefinitions,
  Work
} from "../contract/resource.ts"
import * as ApiError from "../errors/ApiError.ts"
import { withModels } from "../schema/descriptions.ts"
import type { NamesOfModels } from "../schema/models.ts"
import { makeDecodeJson } from "./body/decodeJson.ts"
import { makeEncodeError } from "./encodeError.ts"
import { queryOf, type Values } from "./requestTarget.ts"
import type { RequestContext } from "./RequestContext.ts"
import * as ServerResponse from "./ServerResponse.ts"

type RequestOf<O> = O extends { readonly request: Schema.Schema<infer Q> } ? Q : undefined
type ResponseOf<O> = O extends { readonly response: Schema.Schema<infer A> } ? A : void

/** The argument of a handler: the decoded request, and its context. */
export interface HandlerRequest<O extends OperationDefinition> {
  readonly context: RequestContext
  readonly request: RequestOf<O>
}

type Answer<O extends OperationDefinition, Failure> = Effect.Effect<
  ResponseOf<O> | ServerResponse.ServerResponse,
  Failure
>

/**
 * Answers the requests of an operation: with its response, or with a response of its own. `prepare` does first what needs
 * no engine, and gives the effect that answers: a request that it refuses takes no tokens.
 */
export type Handler<O extends OperationDefinition, Failure> =
  | ((request: HandlerRequest<O>) => Answer<O, Failure>)
  | { readonly prepare: (request: HandlerRequest<O>) => Effect.Effect<Answer<O, Failure>, Failure> }

/** The handlers of a resource. One that may fail with what its resource has no codec for does not compile. */
export type Handlers<Ops extends OperationDefinitions, Failure> = {
  readonly [Method in keyof Ops]: Handler<Ops[Method], Failure>
}

/** The decoded parts of a request, as a route hands them to its handler. */
export interface HandlerInput {
  readonly context: RequestContext
  readonly params?: unknown
  readonly query?: unknown
  readonly payload?: unknown
}

type Answering = Effect.Effect<unknown, ApiError.ApiError>

interface AnyRequest {
  readonly context: RequestContext
  readonly request: unknown
}

/** A handler as no type knows it. */
type AnyHandler =
  | ((request: AnyRequest) => Answering)
  | { readonly prepare: (request: AnyRequest) => Effect.Effect<Answering, ApiError.ApiError> }

/** A route of the server. */
export interface Route {
  readonly method: string
  readonly path: string
  /** Whether its path takes any text, percent-encoded, in place of ids. */
  readonly pathTexts: boolean
  /** The operation it belongs to, as `decisions.create`. */
  readonly operation: string
  /** The name of its span: as the client names its call, `Decisions.create`, whichever path led there. */
  readonly spanName: string
  /** The callers it admits. */
  readonly access: Access
  /** A caller without rights may not call it. */
  readonly onlyByRight: boolean
  /** The body it reads. */
  readonly content: BodyKind
  readonly work: Work
  /** It spends the budget of its key group. */
  readonly spendsBudget: boolean
  /** Its requests count against the tokens of their key group. */
  readonly usesTokens: boolean
  /** Its handler calls operations for the caller: rights are checked at each of these calls. */
  readonly callsOperations: boolean
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
  /** The schema of its answer; undefined: it has none. */
  readonly response: Schema.Top | undefined
  readonly encode: (value: unknown) => ServerResponse.ServerResponse
  /** Encodes a failure; undefined for one that the endpoint has no codec for. */
  readonly encodeError: (error: ApiError.ApiError) => ServerResponse.ServerResponse | undefined
}

const makeEncode =
  (status: number): Route["encode"] =>
  (value) =>
    value instanceof ServerResponse.ServerResponse
      ? value
      : value === undefined
        ? ServerResponse.empty(status)
        : ServerResponse.json(status, value)

type Decodable = Schema.Codec<unknown>

const decodesNothing = Effect.succeed({})

/** A failure says in which part of the request it is. */
const named = <A>(slot: "path" | "query", result: Result.Result<A, Schema.SchemaError>) =>
  Result.mapError(result, (error) => ApiError.invalidRequest(error, slot))

const makeDecodePath = ({ params, query }: Endpoint): Route["decodePath"] => {
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

/** The request in one: fields of its path, its query and its body. A body alone is not copied. */
const joined = ({ context, params, payload, query }: HandlerInput): AnyRequest => ({
  context,
  request:
    params === undefined && query === undefined
      ? payload
      : { ...Object(params), ...Object(query), ...Object(payload) }
})

const makeHandle = (handler: AnyHandler): Route["handle"] =>
  typeof handler === "function"
    ? (input, guard) => guard(handler(joined(input)))
    : (input, guard) => Effect.flatMapEager(handler.prepare(joined(input)), guard)

const makeRoute = (endpoint: Endpoint, handle: Route["handle"], models: NamesOfModels): Route => {
  const { access, content, isOptional = false, json, operation, parseOptions, path, work } = endpoint
  const spends = content !== "none" && work.usesTokens !== undefined
  return {
    method: operation.method,
    path,
    pathTexts: operation.pathTexts === true,
    operation: operation.id,
    spanName: operation.name,
    access,
    onlyByRight: endpoint.onlyByRight,
    content,
    work,
    spendsBudget: spends,
    usesTokens: spends && work.usesTokens,
    callsOperations: false,
    requestIdAlias: endpoint.requestIdAlias,
    decodePath: makeDecodePath(endpoint),
    decodeJson:
      json &&
      makeDecodeJson({
        schema: withModels(json, () => models(operation.resource)) as Decodable,
        options: parseOptions,
        isOptional
      }),
    handle,
    response: operation.response,
    encode: makeEncode(endpoint.status),
    encodeError: makeEncodeError({
      ...endpoint,
      isOfOpenAi: operation.openaiPaths?.includes(path) === true
    })
  }
}

/** The routes of a resource: one for each endpoint, in the order of the contract. */
export const routesOf = <Ops extends OperationDefinitions, Failure>(
  { all }: Endpoints<Ops, Failure>,
  handlers: Handlers<Ops, Failure>,
  models: NamesOfModels
): ReadonlyArray<Route> =>
  all.map((endpoint) =>
    makeRoute(endpoint, makeHandle(handlers[endpoint.operationName] as AnyHandler), models)
  )

/** A route beside the contract: GET, without a key, with an answer of its own. */
export const plainRoute = (path: `/${string}`, handle: Route["handle"]): Route => ({
  method: "GET",
  path,
  pathTexts: false,
  operation: path,
  spanName: path,
  access: "address",
  onlyByRight: false,
  content: "none",
  work: { by: "store" },
  spendsBudget: false,
  usesTokens: false,
  callsOperations: false,
  requestIdAlias: undefined,
  decodePath: () => decodesNothing,
  decodeJson: undefined,
  handle,
  response: undefined,
  encode: (value) => value as ServerResponse.ServerResponse,
  encodeError: makeEncodeError({ access: "address", errors: [], path })
})

/** The routes that a server has beside the contract. Default: none. */
export const AddedRoutes = Context.Reference<ReadonlyArray<Route>>("@leadline/core/server/AddedRoutes", {
  defaultValue: () => []
})
