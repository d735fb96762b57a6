// The services of a model in this process as a layer, for programs without a configuration.
import { Chat } from "@leadline/core/chat"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { makeLocalServices } from "./kind.ts"
import type { LocalModel } from "./LocalModel.ts"
import type { LocalModelSettings } from "./settings.ts"

/** Settings of {@link layerLocalModel}, as in a configuration file. */
export interface LocalServicesOptions extends Pick<LocalModelSettings, "readout" | "waiting"> {}

/** Chat, decisions, embeddings and responses of a model, which is loaded with the layer. */
export const layerLocalModel = <E>(
  load: Effect.Effect<LocalModel, E, Scope.Scope>,
  options: LocalServicesOptions = {}
): Layer.Layer<Chat | ContextualizedEmbeddings | Decisions | Embeddings | Responses, E, Search> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const search = yield* Search
      const model = yield* load
      const settings = { ...options, name: "llama", kind: "llama", url: "" }
      const { services } = yield* makeLocalServices(settings, model, { search })
      return Context.make(Chat, services.chat).pipe(
        Context.add(ContextualizedEmbeddings, services.contextualizedEmbeddings),
        Context.add(Decisions, services.decisions),
        Context.add(Embeddings, services.embeddings),
        Context.add(Responses, services.responses)
      )
    })
  )
