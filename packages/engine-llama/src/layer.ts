// The services of a model as a layer, and the model alone for programs with a configuration of backends.
import { layerLocalModel } from "@leadline/backends"
import type { Chat } from "@leadline/core/chat"
import type { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import type { Decisions } from "@leadline/core/decisions"
import type { Embeddings } from "@leadline/core/embeddings"
import type { Responses } from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { LlamaError } from "./LlamaError.ts"
import { type LlamaOptions, type LoadedModel, loadModel } from "./loadModel.ts"

/** Options of {@link layer}: those of the model, and those of its services. */
export interface LayerOptions extends LlamaOptions, NonNullable<Parameters<typeof layerLocalModel>[1]> {}

const toLlamaError = (error: unknown): LlamaError =>
  error instanceof LlamaError
    ? error
    : new LlamaError({ message: `The model cannot be loaded: ${String(error).split("\n", 1).join("")}` })

/** A model that is closed with its scope. Fails as {@link loadModel} rejects. */
export const scopedModel = (options: LlamaOptions): Effect.Effect<LoadedModel, LlamaError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => loadModel(options), catch: toLlamaError }),
    ({ close }) => Effect.promise(close)
  )

/**
 * Decisions, chat, responses and embeddings of a model in this process. Chat and responses search with the `Search` that is
 * provided. Building it fails with a {@link LlamaError}.
 */
export const layer = (
  options: LayerOptions
): Layer.Layer<Chat | ContextualizedEmbeddings | Decisions | Embeddings | Responses, LlamaError, Search> =>
  layerLocalModel(scopedModel(options), options)
