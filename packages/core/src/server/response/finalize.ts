// The headers of every answer: request id, no caching, the connection; and what other steps have added.
// Source: §4.1, §7.1; Assumed: ours for `cache-control`, ids off decisions.
import type { Phase } from "../lifecycle/Shutdown.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { ServerResponse } from "../ServerResponse.ts"

/** Completes the headers of an answer. A wrong path is the only 404 without a body; it and 401 carry no id. */
export const finalize = (
  context: RequestContext,
  response: ServerResponse,
  phase: Phase,
  requestIdAlias: string | undefined
): void => {
  const { body, headers, status } = response
  const isEmpty = body === ""
  if (isEmpty && status !== 204) headers["content-length"] = "0"
  headers["cache-control"] = "no-store"
  if (phase !== "serving") headers["connection"] = "close"
  context.completeHeaders(headers)
  if (status === 401 || (isEmpty && status === 404)) return
  headers["x-request-id"] = context.id
  if (requestIdAlias !== undefined) headers[requestIdAlias] = context.id
}
