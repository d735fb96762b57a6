// The client: all services over HTTP, as Effects and as promises.
// Source: §4, §5.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { ApiKeys } from "./resources/api-keys/service.ts"
// Types come from each index: so a declaration of the user can name them by the subpath of the package.
import type { ApiKeysMethods } from "./resources/api-keys/index.ts"
import * as ApiKeysClient from "./resources/api-keys/client.ts"
import { AsyncChat } from "./resources/chat/async/service.ts"
import type { AsyncChatMethods } from "./resources/chat/async/index.ts"
import * as AsyncChatClient from "./resources/chat/async/client.ts"
import { Chat } from "./resources/chat/service.ts"
import type { ChatMethods } from "./resources/chat/index.ts"
import * as ChatClient from "./resources/chat/client.ts"
import { Decisions } from "./resources/decisions/service.ts"
import type { DecisionsMethods } from "./resources/decisions/index.ts"
import * as DecisionsClient from "./resources/decisions/client.ts"
import { ContextualizedEmbeddings } from "./resources/embeddings/contextualized/service.ts"
import type { ContextualizedEmbeddingsMethods } from "./resources/embeddings/contextualized/index.ts"
import * as ContextualizedEmbeddingsClient from "./resources/embeddings/contextualized/client.ts"
import { Embeddings } from "./resources/embeddings/service.ts"
import type { EmbeddingsMethods } from "./resources/embeddings/index.ts"
import * as EmbeddingsClient from "./resources/embeddings/client.ts"
import { callOptions, type CallOptions, mergeOptions, noOptions } from "./client/CallOptions.ts"
import { type ClientOptions, layerRequestExecutor } from "./client/layerRequestExecutor.ts"
import { checkOptions, type Checks } from "./client/optionChecks.ts"
import * as Promisify from "./client/promise/promisify.ts"
import { type CustomRequest, request as requestCustom } from "./client/customRequest.ts"
import type { RequestExecutor } from "./client/RequestExecutor.ts"
import type { ApiError } from "./errors/ApiError.ts"
import { viaStreamOptions } from "./client/stream/streamingClient.ts"
import type { Transport } from "./client/Transport.ts"
import { Models } from "./resources/models/service.ts"
import type { ModelsMethods } from "./resources/models/index.ts"
import * as ModelsClient from "./resources/models/client.ts"
import { Responses } from "./resources/responses/service.ts"
import type { ResponsesMethods } from "./resources/responses/index.ts"
import * as ResponsesClient from "./resources/responses/client.ts"
import { Search } from "./resources/search/service.ts"
import type { SearchMethods } from "./resources/search/index.ts"
import * as SearchClient from "./resources/search/client.ts"
import { Skills } from "./resources/skills/service.ts"
import type { SkillsMethods } from "./resources/skills/index.ts"
import * as SkillsClient from "./resources/skills/client.ts"

export type { AttemptInfo } from "./client/AttemptInfo.ts"
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

/** All services of the client. */
export type Services =
  | ApiKeys
  | AsyncChat
  | Chat
  | ContextualizedEmbeddings
  | Decisions
  | Embeddings
  | Models
  | Responses
  | Search
  | Skills

/** All services over a transport, and what `request` needs. Throws a TypeError for an unknown or invalid option. */
export const layer = (options: ClientOptions): Layer.Layer<Services | RequestExecutor, never, Transport> => {
  const send = layerRequestExecutor(options)
  return Layer.provideMerge(
    ApiKeysClient.layerClient.pipe(
      Layer.provideMerge(AsyncChatClient.layerClient),
      Layer.provideMerge(ChatClient.layerClient),
      Layer.provideMerge(ContextualizedEmbeddingsClient.layerClient),
      Layer.provideMerge(DecisionsClient.layerClient),
      Layer.provideMerge(EmbeddingsClient.layerClient),
      Layer.provideMerge(ModelsClient.layerClient),
      Layer.provideMerge(ResponsesClient.layerClient),
      Layer.provideMerge(SearchClient.layerClient),
      Layer.provideMerge(SkillsClient.layerClient)
    ),
    send
  )
}

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

const makeClient = (
  runtime: ManagedRuntime.ManagedRuntime<Services, never>,
  defaults: CallOptions
): Client => {
  const of = Promisify.promisify(runtime.runFork, defaults)
  const skills: Omit<SkillsMethods<Promisify.PromiseMethodTypes>, "listAll" | "listAllRevisions"> = of(
    Skills,
    { list: 1, listRevisions: 1, create: 1, get: 1, update: 1, delete: 1, download: 1 }
  )
  const sendCustom: Client["request"] = (asked, options) =>
    Promisify.callPromise(runtime.runFork, () => custom(asked), defaults, options, sendCustom)
  const asyncChat: Omit<AsyncChatMethods<Promisify.PromiseMethodTypes>, "listAll"> = of(
    AsyncChat,
    { create: 1, get: 1, list: 1, createAndPoll: 1 },
    { createAndPoll: AsyncChatClient.pollOptions }
  )
  return {
    apiKeys: of(ApiKeys, { generate: 1, revoke: 1 }),
    asyncChat: {
      ...asyncChat,
      listAll: (request = {}, options) =>
        Promisify.listAllItems(asyncChat.list, request, ({ requests }) => requests, options)
    },
    chat: of(Chat, { create: 1, stream: 1 }, { create: viaStreamOptions }),
    contextualizedEmbeddings: of(ContextualizedEmbeddings, { create: 1 }),
    decisions: of(Decisions, { create: 1 }),
    embeddings: of(Embeddings, { create: 1 }),
    models: of(Models, { list: 0 }),
    responses: of(Responses, { create: 1, stream: 1 }, { create: viaStreamOptions }),
    search: of(Search, { create: 1 }),
    skills: {
      ...skills,
      listAll: (request = {}, options) =>
        Promisify.listAllItems(skills.list, request, (page) => page.skills, options),
      listAllRevisions: (request, options) =>
        Promisify.listAllItems(skills.listRevisions, request, ({ revisions }) => revisions, options)
    },
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
