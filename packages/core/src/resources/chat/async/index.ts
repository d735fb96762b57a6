// Async chat: chat requests that are answered later, and fetched by id.
// Source: §2.12, §4.11.
export { layerClient } from "./client.ts"
export {
  idempotencyKey,
  keptPerGroup,
  longestRun,
  page,
  poll,
  pollTimeout,
  queuedPerGroup,
  retention,
  starts
} from "./limits.ts"
export type { CompletedRecord, PollOptions } from "./polling.ts"
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
export { AsyncChat, fromCalls, make } from "./service.ts"
