// Backends: other servers that answer the requests of this one.
export {
  Backend,
  type BackendOptions,
  layer as layerBackend,
  type RequestSender
} from "./leadline/Backend.ts"
export type { CircuitBreakerOptions } from "./http/CircuitBreaker.ts"
export { requestIdHeader } from "./http/forwardHeaders.ts"
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
