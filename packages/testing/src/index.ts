// What the project's own tests share.
export { type ApiKeysCase, apiKeysCases } from "./conformance/apiKeys.ts"
export { type AsyncChatCase, asyncChatCases, failingAsyncChatCases } from "./conformance/asyncChat.ts"
export { type ChatCase, chatCases, fakeChatCases } from "./conformance/chat.ts"
export {
  CheckFailed,
  type DecisionsCase,
  decisionsCases,
  fakeDecisionsCases
} from "./conformance/decisions.ts"
export { type EmbeddingsCase, embeddingsCases, fakeEmbeddingsCases } from "./conformance/embeddings.ts"
export { layerFakeDecisions, fakeWeigher } from "./fakes/decisions.ts"
export { layerFakeEmbeddings } from "./fakes/embeddings.ts"
export { layerFakeAsyncChat } from "./fakes/asyncChat.ts"
export { layerFakeApiKeys } from "./fakes/apiKeys.ts"
export {
  startInMemory,
  apiKey,
  layerServices,
  startServer,
  type ServiceOptions
} from "./server/testServer.ts"
export { wireCases } from "./wire/index.ts"
export type { WireCase } from "./wire/WireCase.ts"
export {
  apiKeysSetups,
  asyncChatSetups,
  embeddingsSetups,
  searchSetups,
  skillsSetups,
  decisionsSetups
} from "./conformance/harness.ts"
export { bundle, layerSkills, skillFile, zipOf } from "./fakes/skills.ts"
export { type SkillsCase, skillsCases } from "./conformance/skills.ts"
export { type ResponsesCase, responsesCases, fakeResponsesCases } from "./conformance/responses.ts"
export { activeWork } from "./fakes/activeWork.ts"
export { layerFakeChat } from "./fakes/chat.ts"
export { layerFakeResponses } from "./fakes/responses.ts"
export { chatSetups, responsesSetups } from "./conformance/streamingHarness.ts"
export { proxyServices } from "./server/proxyServer.ts"
export { layerFakeSearch } from "./fakes/search.ts"
export { fakeSearchCases, type SearchCase, searchCases } from "./conformance/search.ts"
export {
  type ShutdownResult,
  shutDownUnderLoad,
  problemsIn,
  withPlainLoad
} from "./load/shutdown/shutDownUnderLoad.ts"
