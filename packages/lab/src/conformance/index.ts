// The conformance cases of every resource, and a service of this package that they hold for.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat } from "@leadline/core/chat"
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { layerCatalog, Models } from "@leadline/core/models"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { apiKeysCases } from "./apiKeys.ts"
import { asyncChatCases } from "./asyncChat.ts"
import type { Resource } from "../calls.ts"
import { chatCases } from "./chat.ts"
import { decisionsCases } from "./decisions.ts"
import { contextualizedEmbeddingsCases } from "./contextualizedEmbeddings.ts"
import { embeddingsCases } from "./embeddings.ts"
import type { ConformanceCase } from "./ConformanceCase.ts"
import { modelsCases } from "./models.ts"
import { responsesCases } from "./responses.ts"
import { layerFakeDecisions } from "../fakes/decisions.ts"
import { layerFakeAsyncChat } from "../fakes/asyncChat.ts"
import { layerFakeChat } from "../fakes/chat.ts"
import { layerFakeContextualizedEmbeddings, layerFakeEmbeddings } from "../fakes/embeddings.ts"
import { layerFakeApiKeys } from "../fakes/apiKeys.ts"
import { layerFakeResponses } from "../fakes/responses.ts"
import { layerFakeSearch } from "../fakes/search.ts"
import { searchCases } from "./search.ts"
import { apiKey } from "../server/testServer.ts"
import { layerSkills } from "../fakes/skills.ts"
import { skillsCases } from "./skills.ts"

/** The methods of a service that its cases call, while they hold. */
type Called = Effect.Effect<ReadonlySet<PropertyKey>, unknown>

const calledBy = <Self, Methods extends object>(
  service: Context.Key<Self, Methods>,
  layer: Layer.Layer<Self, unknown>,
  cases: ReadonlyArray<ConformanceCase<Self>>
): Called =>
  Effect.suspend(() => {
    const called = new Set<PropertyKey>()
    const watched = Layer.effect(
      service,
      Effect.map(
        Effect.service(service),
        (methods) =>
          new Proxy(methods, {
            get: (target, name): unknown => {
              called.add(name)
              return Reflect.get(target, name)
            }
          })
      )
    )
    return Effect.forEach(cases, ({ run }) => run, { discard: true }).pipe(
      Effect.provide(Layer.provide(watched, layer)),
      Effect.as(called)
    )
  })

/** By resource: runs its cases, and returns which methods they called. */
export const conformance: { readonly [R in Resource]: Called } = {
  apiKeys: calledBy(ApiKeys, layerFakeApiKeys(apiKey), apiKeysCases),
  asyncChat: calledBy(AsyncChat, layerFakeAsyncChat, asyncChatCases),
  chat: calledBy(Chat, layerFakeChat, chatCases),
  contextualizedEmbeddings: calledBy(
    ContextualizedEmbeddings,
    layerFakeContextualizedEmbeddings,
    contextualizedEmbeddingsCases
  ),
  decisions: calledBy(Decisions, layerFakeDecisions, decisionsCases),
  embeddings: calledBy(Embeddings, layerFakeEmbeddings, embeddingsCases),
  models: calledBy(Models, layerCatalog(), modelsCases),
  responses: calledBy(Responses, layerFakeResponses, responsesCases),
  search: calledBy(Search, layerFakeSearch, searchCases),
  skills: calledBy(Skills, layerSkills(), skillsCases)
}
