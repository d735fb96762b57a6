// The conformance cases of each resource: one that is missing here does not compile.
import type { Resource, ServiceOf } from "../calls.ts"
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

/** The cases of a resource. */
export interface Conformance<S> {
  /** Of every implementation. */
  readonly cases: ReadonlyArray<ConformanceCase<S>>
  /** Of the fake alone: failures on demand, and answers that are known beforehand. */
  readonly ofFake: ReadonlyArray<ConformanceCase<S>>
}

/** By resource. */
export const conformance: { readonly [R in Resource]: Conformance<ServiceOf<R>> } = {
  apiKeys: { cases: apiKeysCases, ofFake: [...fakeApiKeysCases] },
  asyncChat: { cases: asyncChatCases, ofFake: [...failingAsyncChatCases, ...fakeAsyncChatCases] },
  chat: { cases: chatCases, ofFake: [...fakeChatCases] },
  contextualizedEmbeddings: {
    cases: contextualizedEmbeddingsCases,
    ofFake: [...fakeContextualizedEmbeddingsCases]
  },
  decisions: { cases: decisionsCases, ofFake: [...fakeDecisionsCases] },
  embeddings: { cases: embeddingsCases, ofFake: [...fakeEmbeddingsCases] },
  models: { cases: modelsCases, ofFake: [] },
  responses: { cases: responsesCases, ofFake: [...fakeResponsesCases] },
  search: { cases: searchCases, ofFake: [...fakeSearchCases] },
  skills: { cases: skillsCases, ofFake: [] }
}
