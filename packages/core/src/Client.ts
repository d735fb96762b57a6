// The client: all services over HTTP, as Effects and as promises.
// Source: §4, §5.
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Struct from "effect/Struct"
// Types come from each index: so a declaration of the user can name them by the subpath of the package.
import type { ApiKeysMethods } from "./resources/api-keys/index.ts"
import { layerClient as apiKeys } from "./resources/api-keys/client.ts"
import type { AsyncChatMethods } from "./resources/chat/async/index.ts"
import { layerClient as asyncChat, pollOptions } from "./resources/chat/async/client.ts"
import type { ChatMethods } from "./resources/chat/index.ts"
import { layerClient as chat } from "./resources/chat/client.ts"
import type { DecisionsMethods } from "./resources/decisions/index.ts"
import { layerClient as decisions } from "./resources/decisions/client.ts"
import type { ContextualizedEmbeddingsMethods } from "./resources/embeddings/contextualized/index.ts"
import { layerClient as contextualizedEmbeddings } from "./resources/embeddings/contextualized/client.ts"
import type { EmbeddingsMethods } from "./resources/embeddings/index.ts"
import { layerClient as embeddings } from "./resources/embeddings/client.ts"
import { callOptions, type CallOptions, mergeOptions, noOptions } from "./client/CallOptions.ts"
import { type ClientOptions, layerRequestExecutor } from "./client/layerRequestExecutor.ts"
import { checkOptions, type Checks } from "./client/optionChecks.ts"
import * as Promisify from "./client/promise/promisify.ts"
import { type CustomRequest, request as requestCustom } from "./client/customRequest.ts"
import type { RequestExecutor } from "./client/RequestExecutor.ts"
import type { ApiError } from "./errors/ApiError.ts"
import type { Transport } from "./client/Transport.ts"
import type { ModelsMethods } from "./resources/models/index.ts"
import { layerClient as models } from "./resources/models/client.ts"
import type { ResponsesMethods } from "./resources/responses/index.ts"
import { layerClient as responses } from "./resources/responses/client.ts"
import type { SearchMethods } from "./resources/search/index.ts"
import { layerClient as search } from "./resources/search/client.ts"
import { type ResourceName, resources, type Resources } from "./resources.ts"
import type { SkillsMethods } from "./resources/skills/index.ts"
import { layerClient as skills } from "./resources/skills/client.ts"

export type { AttemptInfo } from "./client/RequestExecutor.ts"
export { clientOptions, type ClientOptions, layerRequestExecutor } from "./client/layerRequestExecutor.ts"
export { raw, withResponse } from "./client/responseAccess.ts"
export { CallOptions, type DurationInput, withOptions } from "./client/CallOptions.ts"
export { type Logger, type LogLevel } from "./client/logging.ts"
export {
  type Middleware,
  type MiddlewareContext,
  type MiddlewareResponse,
  type Next,
  RetryableError
} from "./client/middleware.ts"
export { type CustomRequest, request } from "./client/customRequest.ts"
export type { Query } from "./client/queryString.ts"
export type { ViaStreamOptions } from "./validation/methodTypes.ts"
export type { RateLimit, ResponseInfo } from "./client/response/ResponseInfo.ts"
export type {
  AbortSignalLike,
  EventIterable,
  PromiseMethodTypes,
  RequestOptions,
  ResponsePromise
} from "./client/promise/promisify.ts"

/** Options of a client with promises. */
export interface PromiseOptions {
  /** Provided to every call: a tracer, loggers, a clock. Default none. */
  readonly layer?: Layer.Layer<never> | undefined
}

/** The check of each option. */
export const promiseOptions = { layer: ["a Layer", Layer.isLayer] } satisfies Checks<PromiseOptions>

/** The client of each resource: one that is missing here does not compile. */
export const clients = {
  apiKeys,
  asyncChat,
  chat,
  contextualizedEmbeddings,
  decisions,
  embeddings,
  models,
  responses,
  search,
  skills
} satisfies {
  readonly [R in ResourceName]: Layer.Layer<
    Context.Service.Identifier<Resources[R]["service"]>,
    never,
    RequestExecutor
  >
}

/** All services of the client. */
export type Services = Layer.Success<(typeof clients)[ResourceName]>

/** All services over a transport, and what `request` needs. Throws a TypeError for an unknown or invalid option. */
export const layer = (options: ClientOptions): Layer.Layer<Services | RequestExecutor, never, Transport> =>
  Layer.provideMerge(
    Layer.mergeAll(...(Object.values(clients) as [Layer.Layer<Services, never, RequestExecutor>])),
    layerRequestExecutor(options)
  )

/** All resources with promises. */
export interface Client {
  /** Generates and revokes API keys. */
  readonly apiKeys: ApiKeysMethods<Promisify.PromiseMethodTypes>
  /** Chat requests that are answered later. */
  readonly asyncChat: AsyncChatMethods<Promisify.PromiseMethodTypes>
  /** Chat with web search, as JSON or as events. */
  readonly chat: ChatMethods<Promisify.PromiseMethodTypes>
  /** Embeds chunks of documents, each in the context of its document. */
  readonly contextualizedEmbeddings: ContextualizedEmbeddingsMethods<Promisify.PromiseMethodTypes>
  /** Answers questions about content with probabilities. */
  readonly decisions: DecisionsMethods<Promisify.PromiseMethodTypes>
  /** Embeds texts, each by itself. */
  readonly embeddings: EmbeddingsMethods<Promisify.PromiseMethodTypes>
  /** The list of models. */
  readonly models: ModelsMethods<Promisify.PromiseMethodTypes>
  /** Runs a model with tools, as JSON or as events. */
  readonly responses: ResponsesMethods<Promisify.PromiseMethodTypes>
  /** Searches the web. */
  readonly search: SearchMethods<Promisify.PromiseMethodTypes>
  /** Bundles with instructions for an agent, and their revisions. */
  readonly skills: SkillsMethods<Promisify.PromiseMethodTypes>
  /**
   * Calls an operation that the client has no method for, with the same key, deadlines, retries and errors. Gives the
   * JSON of the response, which nothing checks.
   */
  readonly request: <A = unknown>(
    request: CustomRequest,
    options?: Promisify.RequestOptions
  ) => Promisify.ResponsePromise<A>
  /** A client with other default options on the same connections. Throws a TypeError for an invalid option. */
  readonly withOptions: (options: CallOptions) => Client
  /** Ends calls in progress and closes all connections. */
  readonly close: () => Promise<void>
  /** For `await using`: as `close`. Only where the runtime has the symbol. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Services in the process have no executor: then the call dies, and its promise rejects. */
const custom = requestCustom as <A>(asked: CustomRequest) => Effect.Effect<A, ApiError>

/** Options that methods take themselves, beside those of their calls, where no resource says so. */
const ownOptions: { readonly [R in ResourceName]?: Promisify.OwnOptions } = {
  asyncChat: { createAndPoll: pollOptions }
}

const makeClient = (
  runtime: ManagedRuntime.ManagedRuntime<Services, never>,
  defaults: CallOptions
): Client => {
  const of = Promisify.promisify(runtime.runFork, defaults)
  const methods = Struct.keys(resources).map((name) => [name, of(resources[name], ownOptions[name])])
  const sendCustom: Client["request"] = (asked, options) =>
    Promisify.callPromise(runtime.runFork, () => custom(asked), defaults, options, sendCustom)
  return {
    ...(Object.fromEntries(methods) as Pick<Client, ResourceName>),
    request: sendCustom,
    withOptions: (options) => {
      checkOptions(options, callOptions)
      return makeClient(runtime, mergeOptions(defaults, options))
    },
    close: () => runtime.dispose(),
    // Some browsers have no such symbol.
    ...(Symbol.asyncDispose && {
      [Symbol.asyncDispose](this: Client) {
        return this.close()
      }
    })
  }
}

/** A client with promises over any implementation of the services. Throws a TypeError for an invalid option. */
export const promises = (services: Layer.Layer<Services>, options: PromiseOptions = {}): Client => {
  checkOptions(options, promiseOptions)
  return makeClient(
    ManagedRuntime.make(Layer.provideMerge(services, options.layer ?? Layer.empty)),
    noOptions
  )
}
