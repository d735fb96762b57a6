// What computes: in this process, or upstream, as the settings say for each operation group.
import { layerCatalog } from "@leadline/core/models"
import * as Embedded from "@leadline/engine-embedded"
import * as Upstream from "@leadline/engine-upstream"
import * as Store from "@leadline/store-sql"
import * as Layer from "effect/Layer"
import type { Settings } from "./config.ts"
import { layerDocuments } from "./documents.ts"
import type { EngineName } from "./engineSettings.ts"
import { layerBackend } from "./upstream.ts"

const pick = <A, E, R, B, F, S>(
  engine: EngineName,
  here: Layer.Layer<A, E, R>,
  there: Layer.Layer<B, F, S>
) => (engine === "upstream" ? there : here)

/**
 * The rooms that answer. Chat and responses of this process work on what its own search finds and its own decisions
 * decide: a mix never turns one call here into several upstream. The worker of async
 * chats asks the chat chosen here.
 */
export const layerEngines = (settings: Settings, directory: string) => {
  const { engines } = settings
  const backend = layerBackend(settings)
  const documents = layerDocuments(settings, directory)
  const sources = Layer.merge(Embedded.layerDecisions, documents)
  const chat = pick(
    engines.chat,
    Layer.provide(Embedded.layerChat, sources),
    Layer.provide(Upstream.layerChat, backend)
  )
  return Layer.mergeAll(
    chat,
    pick(
      engines["async-chat"],
      Layer.provide(Layer.merge(Store.layerAsyncChat, Store.layerAsyncChatWorker()), chat),
      Layer.provide(Upstream.layerAsyncChat, backend)
    ),
    pick(engines.decisions, Embedded.layerDecisions, Layer.provide(Upstream.layerDecisions, backend)),
    pick(engines.embeddings, Embedded.layerEmbeddings, Layer.provide(Upstream.layerEmbeddings, backend)),
    pick(engines.models, layerCatalog(), Layer.provide(Upstream.layerModels, backend)),
    pick(
      engines.responses,
      Layer.provide(Embedded.layerResponses(), sources),
      Layer.provide(Upstream.layerResponses, backend)
    ),
    pick(engines.search, documents, Layer.provide(Upstream.layerSearch, backend))
  )
}
