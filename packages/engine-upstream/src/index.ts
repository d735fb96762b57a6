// The engine that asks another server of the same contract: every operation goes on to it.
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
