// Each resource as it is tested: its fake, its conformance cases and its wire cases. One that is missing here does not compile.
import { layerCatalog } from "@leadline/core/models"
import type * as Layer from "effect/Layer"
import { apiKey, layerFakeApiKeys } from "../fakes/apiKeys.ts"
import { layerFakeAsyncChat } from "../fakes/asyncChat.ts"
import { layerFakeChat } from "../fakes/chat.ts"
import { layerFakeDecisions } from "../fakes/decisions.ts"
import { layerFakeContextualizedEmbeddings, layerFakeEmbeddings } from "../fakes/embeddings.ts"
import { layerFakeResponses } from "../fakes/responses.ts"
import { layerFakeSearch } from "../fakes/search.ts"
import { layerSkills } from "../fakes/skills.ts"
import type { Resource, ServiceOf } from "../resources.ts"
import { apiKeysCases, fakeApiKeysCases } from "./apiKeys.ts"
import { asyncChatCases, failingAsyncChatCases, fakeAsyncChatCases } from "./asyncChat.ts"
import { chatCases, fakeChatCases } from "./chat.ts"
import {
  contextualizedEmbeddingsCases,
  fakeContextualizedEmbeddingsCases
} from "./contextualizedEmbeddings.ts"
import { decisionsCases, fakeDecisionsCases } from "./decisions.ts"
import { embeddingsCases, fakeEmbeddingsCases } from "./embeddings.ts"
import { modelsCases } from "./models.ts"
import { responsesCases, fakeResponsesCases } from "./responses.ts"
import { searchCases, fakeSearchCases } from "./search.ts"
import { skillsCases } from "./skills.ts"
import type { ConformanceCase } from "./ConformanceCase.ts"
import { apiKeysWire } from "../wire/apiKeys.ts"
import { asyncChatWire } from "../wire/asyncChat.ts"
import { chatWire } from "../wire/chat.ts"
import { decisionsFailures, decisionsRejections } from "../wire/decisions/rejections.ts"
import { decisionsSuccesses } from "../wire/decisions/successes.ts"
import { embeddingsWire } from "../wire/embeddings/index.ts"
import { responsesWire } from "../wire/responses.ts"
import { searchWire } from "../wire/search.ts"
import { skillsWire } from "../wire/skills.ts"
import type { WireCase } from "../wire/WireCase.ts"

/** How a resource is tested. */
export interface Conformance<S> {
  /** Its service without an engine, and without a database on disk. */
  readonly fake: Layer.Layer<S>
  /** Of every implementation. */
  readonly cases: ReadonlyArray<ConformanceCase<S>>
  /** Of the fake alone: failures on demand, and answers that are known beforehand. */
  readonly ofFake: ReadonlyArray<ConformanceCase<S>>
  /** Its wire cases that are not among those of another resource. */
  readonly wire: ReadonlyArray<WireCase>
}

/** By resource. The fake of API keys has the verifier of its keys. */
export const conformance = {
  apiKeys: {
    fake: layerFakeApiKeys(apiKey),
    cases: apiKeysCases,
    ofFake: fakeApiKeysCases,
    wire: apiKeysWire
  },
  asyncChat: {
    fake: layerFakeAsyncChat,
    cases: asyncChatCases,
    ofFake: [...failingAsyncChatCases, ...fakeAsyncChatCases],
    wire: asyncChatWire
  },
  chat: { fake: layerFakeChat, cases: chatCases, ofFake: fakeChatCases, wire: chatWire },
  contextualizedEmbeddings: {
    fake: layerFakeContextualizedEmbeddings,
    cases: contextualizedEmbeddingsCases,
    ofFake: fakeContextualizedEmbeddingsCases,
    wire: []
  },
  decisions: {
    fake: layerFakeDecisions,
    cases: decisionsCases,
    ofFake: fakeDecisionsCases,
    wire: [...decisionsSuccesses, ...decisionsRejections, ...decisionsFailures]
  },
  embeddings: {
    fake: layerFakeEmbeddings,
    cases: embeddingsCases,
    ofFake: fakeEmbeddingsCases,
    wire: embeddingsWire
  },
  models: { fake: layerCatalog(), cases: modelsCases, ofFake: [], wire: [] },
  responses: {
    fake: layerFakeResponses,
    cases: responsesCases,
    ofFake: fakeResponsesCases,
    wire: responsesWire
  },
  search: { fake: layerFakeSearch, cases: searchCases, ofFake: fakeSearchCases, wire: searchWire },
  skills: { fake: layerSkills(), cases: skillsCases, ofFake: [], wire: skillsWire }
} satisfies { readonly [R in Resource]: Conformance<ServiceOf<R>> }

type Fakes = { readonly [R in Resource]: (typeof conformance)[R]["fake"] }

/** The fake of each resource. */
export const fakes = Object.fromEntries(
  Object.entries(conformance).map(([name, { fake }]) => [name, fake])
) as Fakes
