// What the project's own tests share.
export { type ApiKeysCase, apiKeysCases } from "./apiKeysCases.ts"
export { type AsyncChatCase, asyncChatCases, failingAsyncChatCases } from "./asyncChatCases.ts"
export { type ChatCase, chatCases, scriptedChatCases } from "./chatCases.ts"
export { Broken, type DecisionsCase, decisionsCases, scriptedCases } from "./decisionsCases.ts"
export { type EmbeddingsCase, embeddingsCases, scriptedEmbeddingsCases } from "./embeddingsCases.ts"
export { layerDecisions, weigher } from "./scripted.ts"
export { layerEmbeddings } from "./scriptedEmbeddings.ts"
export { layerAsyncChat } from "./scriptedAsyncChat.ts"
export { layerKeys } from "./scriptedKeys.ts"
export { inMemory, key, layerServices, onSocket, type ServiceOptions } from "./servers.ts"
export { wireCases } from "./wire/index.ts"
export type { WireCase } from "./wire/WireCase.ts"
export {
  apiKeysWays,
  asyncChatWays,
  embeddingsWays,
  modelsWays,
  searchWays,
  skillsWays,
  ways
} from "./ways.ts"
export { bundle, layerSkills, skillFile, zipOf } from "./skills.ts"
export { type SkillsCase, skillsCases } from "./skillsCases.ts"
export { type ResponsesCase, responsesCases, scriptedResponsesCases } from "./responsesCases.ts"
export { underWay } from "./underWay.ts"
export { modelsCases } from "./modelsCases.ts"
export { layerChat } from "./scriptedChat.ts"
export { layerResponses } from "./scriptedResponses.ts"
export { chatWays, responsesWays } from "./streamWays.ts"
export { proxying } from "./proxy.ts"
export { layerSearch } from "./scriptedSearch.ts"
export { scriptedSearchCases, type SearchCase, searchCases } from "./searchCases.ts"
export { type Ended, endUnderLoad, faultsOf, plain } from "./load/sigterms.ts"
