// For the packages of this repository alone: what transports and engines share with the server. It may change in any release.
export { type Notice, addNotice, noticeHeader } from "./service/notice.ts"
export { CurrentRequest, type ServedRequest } from "./service/ServedRequest.ts"
export { LoadShedding } from "./server/lifecycle/LoadShedding.ts"
export { makeAdmin } from "./server/lifecycle/Health.ts"
export { enableFairQueue, yieldFairly } from "./scheduling/FairQueue.ts"
export type { ServerResponse } from "./server/ServerResponse.ts"
export { bytesOf } from "./protocol/utf8.ts"
export { splitUrl } from "./server/splitUrl.ts"
