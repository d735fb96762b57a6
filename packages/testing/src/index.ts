// What the project's own tests share.
export { Broken, type DecisionsCase, decisionsCases, scriptedCases } from "./decisionsCases.ts"
export { layerDecisions, weigher } from "./scripted.ts"
export { inMemory, key, layerServices, onSocket, type ServiceOptions } from "./servers.ts"
export { wireCases } from "./wire/index.ts"
export type { WireCase } from "./wire/WireCase.ts"
export { bundle, layerSkills, skillFile, zipOf } from "./skills.ts"
export { type SkillsCase, skillsCases } from "./skillsCases.ts"
export { skillsWays, ways } from "./ways.ts"
