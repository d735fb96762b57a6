// The fake of each resource: one that is missing here does not compile.
import { layerCatalog } from "@leadline/core/models"
import type * as Layer from "effect/Layer"
import type { Resource, ServiceOf } from "../calls.ts"
import { apiKey, layerFakeApiKeys } from "./apiKeys.ts"
import { layerFakeAsyncChat } from "./asyncChat.ts"
import { layerFakeChat } from "./chat.ts"
import { layerFakeDecisions } from "./decisions.ts"
import { layerFakeContextualizedEmbeddings, layerFakeEmbeddings } from "./embeddings.ts"
import { layerFakeResponses } from "./responses.ts"
import { layerFakeSearch } from "./search.ts"
import { layerSkills } from "./skills.ts"

/** Services without engines and without a database on disk. That of API keys has the verifier of its keys. */
export const fakes = {
  apiKeys: layerFakeApiKeys(apiKey),
  asyncChat: layerFakeAsyncChat,
  chat: layerFakeChat,
  contextualizedEmbeddings: layerFakeContextualizedEmbeddings,
  decisions: layerFakeDecisions,
  embeddings: layerFakeEmbeddings,
  models: layerCatalog(),
  responses: layerFakeResponses,
  search: layerFakeSearch,
  skills: layerSkills()
} satisfies { readonly [R in Resource]: Layer.Layer<ServiceOf<R>> }
