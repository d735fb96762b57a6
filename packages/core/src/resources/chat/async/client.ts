// Async chat over HTTP.
// Source: §4.11; create and get are Assumed: OAS.
import * as Effect from "effect/Effect"
import { annotateError, CurrentCall, deadlineExceeded } from "../../../client/Call.ts"
import { clientLayer } from "../../../client/clientLayer.ts"
import { aDuration, aFunction, type Checks } from "../../../client/optionChecks.ts"
import { withQuery } from "../../../client/queryString.ts"
import type { ApiError } from "../../../errors/ApiError.ts"
import * as operation from "./operation.ts"
import type { Look, OnStart, PollOptions } from "./polling.ts"
import { AsyncChat, fromCalls, make } from "./service.ts"
import type { AsyncRecord, CreateRequest } from "./schema.ts"

/** The check of the options that `createAndPoll` takes itself. Its timeout is that of the whole, not of each call. */
export const pollOptions = {
  timeout: aDuration,
  pollInterval: aDuration,
  onStatus: aFunction
} satisfies Checks<PollOptions>

/** With an idempotency key a request can be sent twice and is still made once. */
const creating = ({ idempotency_key }: CreateRequest) =>
  typeof idempotency_key === "string" ? ({ ...operation.create, retry: "safe" } as const) : operation.create

/** Inside a call, which ends within `deadline` milliseconds: the record, with what polling needs of its response. */
const look = (
  method: Effect.Effect<AsyncRecord, ApiError>,
  onStart: OnStart,
  deadline = Infinity
): Effect.Effect<Look, ApiError> =>
  Effect.withFiber((fiber) => {
    const call = fiber.getRef(CurrentCall)
    if (call !== undefined) {
      call.timeout = Math.min(call.timeout, deadline)
      onStart((error = deadlineExceeded(call)) => annotateError(call, error))
    }
    return Effect.map(method, (record) => ({
      record,
      redact: call?.redact,
      retryAfter: call?.retryAfter()
    }))
  })

/** {@link AsyncChat} over HTTP; responses are checked. */
export const layerClient = clientLayer(AsyncChat, ({ call, executeJson, sleep }) => {
  const { create, get, list } = make({
    create: (request) => executeJson(creating(request), request),
    // The schema of the id allows no characters that need escaping.
    get: ({ id }) => executeJson({ ...operation.get, path: operation.get.path.replace(":id", id) }),
    list: (request) =>
      executeJson(withQuery(operation.list, { limit: request.limit, next_token: request.next_token }))
  })
  return fromCalls(
    {
      create: (request) => call(operation.create, create(request)),
      get: (request) => call(operation.get, get(request)),
      list: (request) => call(operation.list, list(request))
    },
    {
      create: (request, onStart, deadline) =>
        call(operation.create, look(create(request), onStart, deadline)),
      get: (request, onStart) => call(operation.get, look(get(request), onStart)),
      sleep
    }
  )
})
