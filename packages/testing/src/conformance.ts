// The conformance cases of every resource, and a service of this package that they hold for.
import { ApiKeys } from "@leadline/core/api-keys"
import { AsyncChat } from "@leadline/core/async-chat"
import { Chat } from "@leadline/core/chat"
import { Decisions } from "@leadline/core/decisions"
import { Embeddings } from "@leadline/core/embeddings"
import { layerCatalog, Models } from "@leadline/core/models"
import { Responses } from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import { Skills } from "@leadline/core/skills"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { apiKeysCases } from "./apiKeysCases.ts"
import { asyncChatCases } from "./asyncChatCases.ts"
import type { Resource } from "./calls.ts"
import { chatCases } from "./chatCases.ts"
import { decisionsCases } from "./decisionsCases.ts"
import { embeddingsCases } from "./embeddingsCases.ts"
import type { Fact } from "./facts.ts"
import { modelsCases } from "./modelsCases.ts"
import { responsesCases } from "./responsesCases.ts"
import { layerDecisions } from "./scripted.ts"
import { layerAsyncChat } from "./scriptedAsyncChat.ts"
import { layerChat } from "./scriptedChat.ts"
import { layerEmbeddings } from "./scriptedEmbeddings.ts"
import { layerKeys } from "./scriptedKeys.ts"
import { layerResponses } from "./scriptedResponses.ts"
import { layerSearch } from "./scriptedSearch.ts"
import { searchCases } from "./searchCases.ts"
import { key } from "./servers.ts"
import { layerSkills } from "./skills.ts"
import { skillsCases } from "./skillsCases.ts"

/** The methods of a service that its cases call, while they hold. */
type Called = Effect.Effect<ReadonlySet<PropertyKey>, unknown>

const calledBy = <Self, Methods extends object>(
  service: Context.Key<Self, Methods>,
  layer: Layer.Layer<Self, unknown>,
  cases: ReadonlyArray<Fact<Self>>
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
    return Effect.forEach(cases, ({ holds }) => holds, { discard: true }).pipe(
      Effect.provide(Layer.provide(watched, layer)),
      Effect.as(called)
    )
  })

/** By resource: runs its cases, and tells which methods they called. */
export const conformance: { readonly [R in Resource]: Called } = {
  apiKeys: calledBy(ApiKeys, layerKeys(key), apiKeysCases),
  asyncChat: calledBy(AsyncChat, layerAsyncChat, asyncChatCases),
  chat: calledBy(Chat, layerChat, chatCases),
  decisions: calledBy(Decisions, layerDecisions, decisionsCases),
  embeddings: calledBy(Embeddings, layerEmbeddings, embeddingsCases),
  models: calledBy(Models, layerCatalog(), modelsCases),
  responses: calledBy(Responses, layerResponses, responsesCases),
  search: calledBy(Search, layerSearch, searchCases),
  skills: calledBy(Skills, layerSkills(), skillsCases)
}
