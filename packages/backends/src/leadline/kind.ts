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

/** A request under the name that its model has there. */
const renamed = <Q extends { readonly model: string }>(settings: BackendSettings, request: Q) =>
  Effect.map(requireModelName(settings, request.model), (model) =>
    model === request.model ? request : { ...request, model }
  )

/** An answer under the name that the caller used. */
const named = <A extends { readonly model: string }>(answer: A, { model }: { readonly model: string }) =>
  answer.model === model ? answer : { ...answer, model }

/** The services of a server whose models have other names there. */
const withModelNames = (settings: BackendSettings, services: Services): Services => {
  const { chat, contextualizedEmbeddings, decisions, embeddings } = services
  return {
    ...services,
    decisions: {
      create: (request) =>
        renamed(settings, request).pipe(
          Effect.flatMap((sent) => decisions.create(sent)),
          Effect.map((answer) => named(answer, request))
        )
    },
    chat: {
      create: (request, options) =>
        Effect.flatMap(renamed(settings, request), (sent) => chat.create(sent, options)),
      stream: (request) => Effect.flatMap(renamed(settings, request), (sent) => chat.stream(sent))
    },
    embeddings: {
      create: (request) => Effect.flatMap(renamed(settings, request), (sent) => embeddings.create(sent))
    },
    contextualizedEmbeddings: {
      create: (request) =>
        Effect.flatMap(renamed(settings, request), (sent) => contextualizedEmbeddings.create(sent))
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
