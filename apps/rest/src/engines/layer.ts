// The engine of each resource, chosen by name from one table.
import { layerCatalog } from "@leadline/core/models"
import * as Embedded from "@leadline/engine-embedded"
import * as Upstream from "@leadline/backends"
import * as Store from "@leadline/store-sql"
import * as Layer from "effect/Layer"
import type { EngineName, EngineResource } from "../settings/engines.ts"
import type { Settings } from "../settings/server.ts"
import { layerDocuments } from "./documents.ts"
import { layerBackend } from "./upstream.ts"

/**
 * The layers of all resources whose engine can be selected. Embedded chat and responses use the embedded search and
 * decisions even where upstream ones are selected, so that one call here is never several calls upstream.
 */
export const layerEngines = (settings: Settings, dataDirectory: string) => {
  const { engines } = settings
  const backend = layerBackend(settings)
  const documents = layerDocuments(settings, dataDirectory)
  const sources = Layer.merge(Embedded.layerDecisions, documents)

  const chat = {
    embedded: Layer.provide(Embedded.layerChat, sources),
    upstream: Layer.provide(Upstream.layerChat, backend)
  }

  const table = {
    asyncChat: {
      // The worker asks the selected chat.
      embedded: Layer.provide(
        Layer.merge(Store.layerAsyncChat, Store.layerAsyncChatWorker()),
        chat[engines.chat]
      ),
      upstream: Layer.provide(Upstream.layerAsyncChat, backend)
    },
    chat,
    contextualizedEmbeddings: {
      embedded: Embedded.layerContextualizedEmbeddings,
      upstream: Layer.provide(Upstream.layerContextualizedEmbeddings, backend)
    },
    decisions: {
      embedded: Embedded.layerDecisions,
      upstream: Layer.provide(Upstream.layerDecisions, backend)
    },
    embeddings: {
      embedded: Embedded.layerEmbeddings,
      upstream: Layer.provide(Upstream.layerEmbeddings, backend)
    },
    models: {
      embedded: layerCatalog(),
      upstream: Layer.provide(Upstream.layerModels, backend)
    },
    responses: {
      embedded: Layer.provide(Embedded.layerResponses(), sources),
      upstream: Layer.provide(Upstream.layerResponses, backend)
    },
    search: {
      embedded: documents,
      upstream: Layer.provide(Upstream.layerSearch, backend)
    }
  } satisfies { readonly [R in EngineResource]: { readonly [E in EngineName]: unknown } }

  return Layer.mergeAll(
    table.asyncChat[engines.asyncChat],
    table.chat[engines.chat],
    table.contextualizedEmbeddings[engines.contextualizedEmbeddings],
    table.decisions[engines.decisions],
    table.embeddings[engines.embeddings],
    table.models[engines.models],
    table.responses[engines.responses],
    table.search[engines.search]
  )
}
