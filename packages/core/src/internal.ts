// For the packages of this repository alone: what transports and engines share with the server. It may change in any release.
export {
  type Notice,
  addNotice,
  isNotice,
  joinNotices,
  noticeHeader,
  notFoundNotice
} from "./validation/notice.ts"
export { choiceAnswer, noulAnswer, scoreAnswer } from "./resources/decisions/answersFromWeights.ts"
export { errorObject } from "./errors/bodies.ts"
export { pathText } from "./errors/issueText.ts"
export { errorTypes, fixedMessages } from "./errors/messages.ts"
export { rateLimitHeader, rateLimitHeaders } from "./protocol/rateLimitHeaders.ts"
export { doneMarker } from "./protocol/sse/SseParser.ts"
export { CurrentRequest, localRequest, requestOver, type ServedRequest } from "./validation/ServedRequest.ts"
export { type CallUsage, CurrentSpending } from "./validation/Spending.ts"
export { makeMemoryBudget } from "./server/admission/MemoryBudget.ts"
export { RequestSpending } from "./server/admission/RequestSpending.ts"
export { LoadShedding } from "./server/lifecycle/LoadShedding.ts"
export { grace } from "./server/lifecycle/Shutdown.ts"
export { callerGroup, spentBudgetMessage } from "./server/Caller.ts"
export { makeAdmin } from "./server/lifecycle/probes.ts"
export { refusalOf } from "./server/telemetry/accessLogEntry.ts"
export { isMisdirected, misdirected } from "./server/lifecycle/probes.ts"
export { runCooperatively } from "./scheduling/cooperative.ts"
export { type Resumable, runToEnd } from "./scheduling/resumable.ts"
export { isLargeJson, stringifyInSteps, stringTexts } from "./protocol/json/chunkedStringify.ts"
export { makeDecodeJson } from "./server/body/decodeJson.ts"
export { FairQueue } from "./scheduling/FairQueue.ts"
export { makeQueues } from "./scheduling/queuesByName.ts"
export { enableFairQueue, yieldFairly } from "./scheduling/yieldFairly.ts"
export { ServerResponse } from "./server/ServerResponse.ts"
export { type Protocol, protocolRoute } from "./server/Protocol.ts"
export { AddedRoutes, plainRoute, type Route } from "./server/Route.ts"
export type { RequestContext } from "./server/RequestContext.ts"
export { concatBytes, makeByteChunks } from "./protocol/byteChunks.ts"
export { bodyBytes, bodyDepth, bodyMembers, minDataRate, requestsPerSecond } from "./contract/limits.ts"
export { ByteScanner } from "./protocol/json/ByteScanner.ts"
export { bytesOf, encodeText } from "./protocol/utf8.ts"
export { address, countedAddress } from "./server/networks.ts"
export { makeForwarded } from "./server/trustedProxies.ts"
export { requestTarget } from "./server/requestTarget.ts"
export { labelledMetric } from "./telemetry/labelledMetric.ts"
export { makeLogThrottle } from "./telemetry/logThrottle.ts"
export { layerOtlpTracer } from "./server/telemetry/otlpTracer.ts"
export { suggestName } from "./client/optionChecks.ts"
export { jsonBody } from "./client/buildRequest.ts"
export { areCodingsUndone } from "./client/response/Attempt.ts"
export { ignoredBody } from "./client/response/IgnoredBodyAttempt.ts"
export { executeScanned, type ResponseLimits } from "./client/response/scannedJson.ts"
export { type Call, CallObserver } from "./client/Call.ts"
export { CallOwner } from "./client/CallQueue.ts"
export { responseInfoOf } from "./client/responseAccess.ts"
export { withQuery } from "./client/queryString.ts"
export { RequestExecutor } from "./client/RequestExecutor.ts"
export { streamOperation } from "./client/stream/streamingClient.ts"
export { findSchemaProblem } from "./schema/json-schema/checkSchema.ts"
export { anyModel, isOfContract, ModelNames } from "./schema/models.ts"
export { isJsonObject } from "./schema/Json.ts"
export {
  keyword,
  listKeyword,
  neverSchema,
  numberKeyword,
  propertiesOf,
  requiredOf,
  resolveReference,
  type SchemaNode,
  schemaNode,
  stringKeyword,
  subschema,
  subschemas,
  typesOf
} from "./schema/json-schema/schemaKeywords.ts"
export { patternSource } from "./schema/json-schema/patternSource.ts"
export { standardSchema } from "./schema/json-schema/standardSchema.ts"
export { makeWorkerPool, type WorkerPool } from "./server/workers/WorkerPool.ts"
export {
  refusePatterns,
  refuseUnsupportedSchema,
  refuseUnsupportedTools,
  schemaError,
  schemaTooComplex
} from "./validation/refuseUnsupportedSchema.ts"
export { ValidRequest } from "./validation/validate.ts"
export { openaiFields } from "./openai/fieldTable.ts"
export { stopSequences, untilStop } from "./openai/stop.ts"
