// The contract served by `HttpApiBuilder` alone, over the same services: a second opinion on decoding and encoding.
import { Api } from "@leadline/core/api"
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Embeddings } from "@leadline/core/embeddings"
import {
  type ApiError,
  AuthenticationError,
  InternalServerError,
  invalidRequest
} from "@leadline/core/errors"
import { Models } from "@leadline/core/models"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiError from "effect/http-api/HttpApiError"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { apiKey, layerServices } from "../../src/index.ts"

/** A request as callers write it. */
const unstreamed = <Q extends object>(request: Q): Omit<Q, "stream"> => request

const streamsAreNotServed = Effect.die(new Error("Streams are not served here"))

const asyncChat = HttpApiBuilder.group(Api, "asyncChat", (handlers) =>
  Effect.map(AsyncChat, ({ create, get, list }) =>
    handlers
      .handle("create", ({ payload }) => create(payload))
      .handle("createCompletions", ({ payload }) => create(payload))
      .handle("get", ({ params }) => get(params))
      .handle("getCompletions", ({ params }) => get(params))
      .handle("list", ({ query }) => list(query))
      .handle("listCompletions", ({ query }) => list(query))
  )
)

const chat = HttpApiBuilder.group(Api, "chat", (handlers) =>
  Effect.map(Chat, ({ create }) =>
    handlers
      .handle("create", ({ payload }) =>
        payload.stream === true ? streamsAreNotServed : create(unstreamed(payload))
      )
      .handle("createCompletions", ({ payload }) => create(unstreamed(payload)))
      .handle("createCompletionsV1", ({ payload }) => create(unstreamed(payload)))
  )
)

const skills = HttpApiBuilder.group(Api, "skills", (handlers) =>
  Effect.map(Skills, (all) =>
    handlers
      .handle("list", ({ query }) => all.list(query))
      .handle("listRevisions", ({ params, query }) => all.listRevisions({ ...params, ...query }))
      .handle("get", ({ params, query }) => all.get({ ...params, ...query }))
      .handle("delete", ({ params, query }) => all.delete({ ...params, ...query }))
      .handle("download", ({ params, query }) => all.download({ ...params, ...query }))
      .handle("create", () => Effect.die(new Error("Files are not served here")))
      .handle("update", () => Effect.die(new Error("Files are not served here")))
  )
)

/** The handlers of each group of the contract: a group that is missing here does not compile. */
const groups = {
  asyncChat,
  chat,
  skills,
  apiKeys: HttpApiBuilder.group(Api, "apiKeys", (handlers) =>
    Effect.map(ApiKeys, ({ generate, revoke }) =>
      handlers
        .handle("generate", ({ payload }) => generate(payload))
        .handle("revoke", ({ payload }) => revoke(payload))
    )
  ),
  decisions: HttpApiBuilder.group(Api, "decisions", (handlers) =>
    Effect.map(Decisions, ({ create }) => handlers.handle("create", ({ payload }) => create(payload)))
  ),
  systemone: HttpApiBuilder.group(Api, "systemone", (handlers) =>
    handlers.handle("create", () => Effect.die(new Error("The dialect is not served here")))
  ),
  openaiDecisions: HttpApiBuilder.group(Api, "openaiDecisions", (handlers) =>
    handlers.handle("create", () => Effect.die(new Error("The dialect is not served here")))
  ),
  contextualizedEmbeddings: HttpApiBuilder.group(Api, "contextualizedEmbeddings", (handlers) =>
    Effect.map(ContextualizedEmbeddings, ({ create }) =>
      handlers.handle("create", ({ payload }) => create(payload))
    )
  ),
  embeddings: HttpApiBuilder.group(Api, "embeddings", (handlers) =>
    Effect.map(Embeddings, ({ create }) => handlers.handle("create", ({ payload }) => create(payload)))
  ),
  models: HttpApiBuilder.group(Api, "models", (handlers) =>
    Effect.map(Models, ({ list }) => handlers.handle("list", () => list()))
  ),
  responses: HttpApiBuilder.group(Api, "responses", (handlers) =>
    Effect.map(Responses, ({ create }) =>
      handlers
        .handle("create", ({ payload }) => create(unstreamed(payload)))
        .handle("createAgent", ({ payload }) => create(unstreamed(payload)))
    )
  ),
  search: HttpApiBuilder.group(Api, "search", (handlers) =>
    Effect.map(Search, ({ create }) => handlers.handle("create", ({ payload }) => create(payload)))
  )
} satisfies { readonly [G in keyof (typeof Api)["groups"]]: Layer.Layer<never, unknown, unknown> }

type Guard = (effect: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>

const checkKey = {
  bearer: (effect: Parameters<Guard>[0], { credential }: { readonly credential: Redacted.Redacted }) =>
    Redacted.value(credential) === Redacted.value(apiKey)
      ? effect
      : Effect.fail(
          new AuthenticationError({
            message: "Missing or invalid API key. Send the header Authorization: Bearer <key>."
          })
        )
}

const locations = { Params: "path", Query: "query" } as const

const refusal = ({ cause, kind }: HttpApiError.HttpApiSchemaError): ApiError =>
  kind === "Payload"
    ? invalidRequest(cause)
    : kind === "Params" || kind === "Query"
      ? invalidRequest(cause, locations[kind])
      : new InternalServerError({ message: `The answer does not fit: ${kind}` })

const checkSchema: Guard = (effect) =>
  Effect.mapError(effect, (error) => (HttpApiError.HttpApiSchemaError.is(error) ? refusal(error) : error))

/** The guards of the contract by the ends of their names; limits are not checked here. */
const guards: { readonly [name: string]: unknown } = {
  KeyRequired: checkKey,
  SchemaChecked: checkSchema,
  GroupLimited: (effect: unknown) => effect,
  AddressLimited: (effect: unknown) => effect,
  BodyLimited: (effect: unknown) => effect
}

const layerGuards = Layer.succeedContext(
  Object.values(Api.groups)
    .flatMap(({ endpoints }) => Object.values<{ readonly middlewares: ReadonlySet<unknown> }>(endpoints))
    .flatMap(({ middlewares }) => Array.from(middlewares) as ReadonlyArray<HttpApiMiddleware.AnyService>)
    .reduce((all, guard) => {
      const service = guards[guard.key.slice(guard.key.lastIndexOf("/") + 1)]
      if (service === undefined) throw new Error(`No guard for ${guard.key}`)
      return Context.add(all, guard as unknown as Context.Key<never, unknown>, service)
    }, Context.empty())
)

/** The contract as `HttpApiBuilder` serves it: a fetch handler. */
export const makeHttpApiHandler = () =>
  HttpRouter.toWebHandler(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(Object.values(groups) as [typeof groups.chat]),
      // By their names above, which no type can see.
      Layer.provide(layerGuards),
      Layer.provide(HttpServer.layerServices),
      Layer.provideMerge(layerServices())
    ) as Layer.Layer<never, never, HttpRouter.HttpRouter>,
    { disableLogger: true }
  )
