// Backends: other servers that answer the requests of this one.
export {
  Backend,
  type BackendOptions,
  layer as layerBackend,
  type RequestSender
} from "./leadline/Backend.ts"
export type { CircuitBreakerOptions } from "./http/CircuitBreaker.ts"
export type { Finding } from "./check/Finding.ts"
export type { BackendSettings, Price, RequestLimits } from "./configuration/settings.ts"
export { requestIdHeader } from "./http/forwardHeaders.ts"
export type { BackendInstance, BackendKind, Dependencies, Resource, Services } from "./kinds/BackendKind.ts"
export { kinds } from "./kinds/registry.ts"
export {
  layerAsyncChat,
  layerChat,
  layerDecisions,
  layerContextualizedEmbeddings,
  layerEmbeddings,
  layerModels,
  layerResponses,
  layerSearch
} from "./leadline/resources.ts"
