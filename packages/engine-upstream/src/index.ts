// The engine that asks another server of the same contract: a layer for each operation it passes on.
export { Backend, type BackendOptions, layer as layerBackend, type Sending } from "./Backend.ts"
export { requestIdHeader } from "./beside.ts"
export type { BreakerOptions } from "./Breaker.ts"
export {
  layerAsyncChat,
  layerChat,
  layerDecisions,
  layerEmbeddings,
  layerModels,
  layerResponses,
  layerSearch
} from "./rooms.ts"
