// What the project's own tests share.
export { Broken, type DecisionsCase, decisionsCases, scriptedCases } from "./decisionsCases.ts"
export { embeddingsCases, type EmbeddingsCase, scriptedEmbeddingsCases } from "./embeddingsCases.ts"
export { layerDecisions, weigher } from "./scripted.ts"
export { layerEmbeddings } from "./scriptedEmbeddings.ts"
export { inMemory, key, layerServices, onSocket, type ServiceOptions } from "./servers.ts"
export { wireCases } from "./wire/index.ts"
export type { WireCase } from "./wire/WireCase.ts"
export { embeddingsWays, ways } from "./ways.ts"
