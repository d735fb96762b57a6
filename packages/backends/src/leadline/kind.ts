// The kind `leadline`: another server of this contract.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkReachable } from "../check/checks.ts"
import type { BackendSettings } from "../configuration/settings.ts"
import { makeJsonClient } from "../http/JsonClient.ts"
import { backendKind, type Services } from "../kinds/BackendKind.ts"
import { requireModelName } from "../kinds/modelName.ts"
import { fromContext, resources } from "../kinds/Services.ts"
import { layer as layerBackend } from "./Backend.ts"
import { layerRouted } from "./resources.ts"

/** What a request says of models. */
interface Named {
  readonly model?: string
  readonly models?: ReadonlyArray<string>
}

/** A request under the names that its models have there. */
const renamed = <Q extends Named>(settings: BackendSettings, request: Q) =>
  Effect.gen(function* () {
    const { model, models } = request
    return {
      ...request,
      ...(model !== undefined && { model: yield* requireModelName(settings, model) }),
      ...(models !== undefined && {
        models: yield* Effect.forEach(models, (name) => requireModelName(settings, name))
      })
    }
  })

/** An answer under the name that the caller used. */
const named = <A extends { readonly model: string }>(answer: A, { model }: { readonly model: string }) =>
  answer.model === model ? answer : { ...answer, model }

/** The services of a server whose models have other names there. */
const withModelNames = (settings: BackendSettings, services: Services): Services => {
  const { asyncChat, chat, contextualizedEmbeddings, decisions, embeddings, models, responses, search } =
    services
  const sent = <Q extends Named>(request: Q) => renamed(settings, request)
  return {
    models,
    search,
    decisions: {
      create: (request) =>
        sent(request).pipe(
          Effect.flatMap(decisions.create),
          Effect.map((answer) => named(answer, request))
        )
    },
    asyncChat: {
      ...asyncChat,
      create: ({ request, ...rest }) =>
        Effect.flatMap(sent(request), (asked) => asyncChat.create({ ...rest, request: asked })),
      createAndPoll: ({ request, ...rest }, options) =>
        Effect.flatMap(sent(request), (asked) =>
          asyncChat.createAndPoll({ ...rest, request: asked }, options)
        )
    },
    chat: {
      create: (request, options) => Effect.flatMap(sent(request), (asked) => chat.create(asked, options)),
      stream: (request) => Effect.flatMap(sent(request), chat.stream)
    },
    responses: {
      create: (request, options) =>
        Effect.flatMap(sent(request), (asked) => responses.create(asked, options)),
      stream: (request) => Effect.flatMap(sent(request), responses.stream)
    },
    embeddings: { create: (request) => Effect.flatMap(sent(request), embeddings.create) },
    contextualizedEmbeddings: {
      create: (request) => Effect.flatMap(sent(request), contextualizedEmbeddings.create)
    }
  }
}

/** Another server of this contract: every resource, passed on as it is. */
export const leadline = backendKind({
  name: "leadline",
  resources,
  fields: {},
  url: "withoutV1",
  make: (settings) =>
    Effect.gen(function* () {
      const { apiKey, concurrency, idleTimeout, name, prices, timeout, url } = settings
      const backend = layerBackend({ apiKey, baseUrl: url, concurrency, idleTimeout, name, prices, timeout })
      const context = yield* Layer.build(Layer.provide(layerRouted, backend))
      const client = yield* makeJsonClient({ name, url, apiKey, timeout: "10 seconds" })
      const services = fromContext(context)
      return {
        services: settings.models === undefined ? services : withModelNames(settings, services),
        check: () => checkReachable(client, "/v1/models")
      }
    })
})
