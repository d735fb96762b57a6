// The engine that asks another server of the same contract: a layer for each resource it passes on.
export { Backend, type BackendOptions, layer as layerBackend, type RequestSender } from "./Backend.ts"
export type { CircuitBreakerOptions } from "./CircuitBreaker.ts"
export { requestIdHeader } from "./forwardHeaders.ts"
export {
  layerAsyncChat,
  layerChat,
  layerDecisions,
  layerContextualizedEmbeddings,
  layerEmbeddings,
  layerModels,
  layerResponses,
  layerSearch
} from "./resources.ts"
