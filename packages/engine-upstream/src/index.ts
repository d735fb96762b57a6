// The engine that asks another server of the same contract: a layer for each operation it passes on.
export { Backend, type BackendOptions, layer as layerBackend, type Sending } from "./Backend.ts"
export { requestIdHeader } from "./forwardHeaders.ts"
export type { BreakerOptions } from "./CircuitBreaker.ts"
export {
  layerAsyncChat,
  layerChat,
  layerDecisions,
  layerEmbeddings,
  layerModels,
  layerResponses,
  layerSearch
} from "./resources.ts"
