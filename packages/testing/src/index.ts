// What the project's own tests share.
export { type ApiKeysCase, apiKeysCases } from "./conformance/apiKeys.ts"
export { type AsyncChatCase, asyncChatCases, failingAsyncChatCases } from "./conformance/asyncChat.ts"
export { type ChatCase, chatCases, scriptedChatCases } from "./conformance/chat.ts"
export { Broken, type DecisionsCase, decisionsCases, scriptedCases } from "./conformance/decisions.ts"
export { type EmbeddingsCase, embeddingsCases, scriptedEmbeddingsCases } from "./conformance/embeddings.ts"
export { layerDecisions, weigher } from "./fakes/decisions.ts"
export { layerEmbeddings } from "./fakes/embeddings.ts"
export { layerAsyncChat } from "./fakes/asyncChat.ts"
export { layerKeys } from "./fakes/apiKeys.ts"
export { inMemory, key, layerServices, onSocket, type ServiceOptions } from "./server/testServer.ts"
export { wireCases } from "./wire/index.ts"
export type { WireCase } from "./wire/WireCase.ts"
export {
  apiKeysWays,
  asyncChatWays,
  embeddingsWays,
  searchWays,
  skillsWays,
  ways
} from "./conformance/harness.ts"
export { bundle, layerSkills, skillFile, zipOf } from "./fakes/skills.ts"
export { type SkillsCase, skillsCases } from "./conformance/skills.ts"
export { type ResponsesCase, responsesCases, scriptedResponsesCases } from "./conformance/responses.ts"
export { underWay } from "./fakes/activeWork.ts"
export { layerChat } from "./fakes/chat.ts"
export { layerResponses } from "./fakes/responses.ts"
export { chatWays, responsesWays } from "./conformance/streamingHarness.ts"
export { proxying } from "./server/proxyServer.ts"
export { layerSearch } from "./fakes/search.ts"
export { scriptedSearchCases, type SearchCase, searchCases } from "./conformance/search.ts"
export { type Ended, endUnderLoad, faultsOf, plain } from "./load/shutdown/shutDownUnderLoad.ts"
