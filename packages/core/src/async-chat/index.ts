// What others may see of async chat.
export { layerClient } from "./client.ts"
export { idempotencyKey, longestRun, page, retention, starts } from "./limits.ts"
export {
  AsyncPage,
  AsyncRecord,
  AsyncSummary,
  CreateRequest,
  GetRequest,
  ListRequest,
  states
} from "./schema.ts"
export type { AsyncChatMethods, Store } from "./service.ts"
export { AsyncChat, make } from "./service.ts"
