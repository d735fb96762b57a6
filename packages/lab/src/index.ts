// What the tests of several packages share.
export { failingAsyncChatCases } from "./conformance/asyncChat.ts"
export { CheckFailed, type ConformanceCase } from "./conformance/ConformanceCase.ts"
export { type Conformance, conformance } from "./conformance/index.ts"
export { setupsOf, type Setups } from "./conformance/harness.ts"
export {
  type Nodes,
  type RateLimitsCase,
  rateLimitsCases,
  rateLimitsPerSecond
} from "./conformance/rateLimits.ts"
export { startTcpProxy, type TcpProxy } from "./faults/tcpProxy.ts"
export { freePort } from "./ports.ts"
export { activeWork } from "./fakes/activeWork.ts"
export { layerFakeApiKeys } from "./fakes/apiKeys.ts"
export {
  type DecisionBackendOptions,
  decisionBackend,
  decisionBackends,
  openaiDecisionsBackend,
  openrouterBackend,
  systemOneBackend
} from "./fakes/decision-server/decisionBackend.ts"
export { sharesOf } from "./fakes/decision-server/replies.ts"
export { fakeWeigher, layerFakeDecisions } from "./fakes/decisions.ts"
export { layerFakeSearch } from "./fakes/search.ts"
export { bundle, layerSkills, skillFile, zipOf } from "./fakes/skills.ts"
export { shutDownUnderLoad, withPlainLoad } from "./load/shutDownUnderLoad.ts"
export { recordingTracer, spanText } from "./secrets/recordingTracer.ts"
export { type ExtraSettings, layerInstance, scriptedBackend } from "./model-servers/backend.ts"
export { type ModelScript, openaiScript, type Program } from "./model-servers/openaiScript.ts"
export {
  newSeen,
  type Script,
  type ScriptedReply,
  type ScriptedRequest,
  type Seen,
  scriptTransport,
  startScript
} from "./model-servers/Script.ts"
export { gguf } from "./model-servers/gguf.ts"
export { pooling, writeTinyModel } from "./model-servers/tinyModel.ts"
export { tokensOf, vectorOf } from "./model-servers/scriptedModel.ts"
export { layerNewSchema, newSchema } from "./postgres/schema.ts"
export { type PostgresServer, startPostgres } from "./postgres/server.ts"
export { missingRedis, startRedis } from "./redis/server.ts"
export { proxyServices } from "./server/proxyServer.ts"
export {
  apiKey,
  layerServices,
  type ServiceOptions,
  startInMemory,
  startRouterInMemory,
  startRouterServer,
  startServer
} from "./server/testServer.ts"
export { wireCases } from "./wire/index.ts"
export { checkWire, overFetch, overSocket, type SendWire } from "./wire/sendWire.ts"
export type { WireCase } from "./wire/WireCase.ts"
export { shiftedClock } from "./shiftedClock.ts"
