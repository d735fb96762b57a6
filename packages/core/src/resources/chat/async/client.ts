// Async chat over HTTP.
// Source: §4.11; create and get are Assumed: OAS.
import * as Effect from "effect/Effect"
import { annotateError, type Call, deadlineExceeded } from "../../../client/Call.ts"
import { clientLayer } from "../../../client/clientLayer.ts"
import { aDuration, aFunction, type Checks } from "../../../client/optionChecks.ts"
import type { ApiError } from "../../../errors/ApiError.ts"
import { asyncChat } from "./resource.ts"
import type { Look, OnStart, PollOptions } from "./polling.ts"
import { fromCalls } from "./service.ts"
import type { AsyncRecord } from "./schema.ts"

/** The check of the options that `createAndPoll` takes itself. Its timeout is that of the whole, not of each call. */
export const pollOptions = {
  timeout: aDuration,
  pollInterval: aDuration,
  onStatus: aFunction
} satisfies Checks<PollOptions>

/** Inside a call, which ends within `deadline` milliseconds: the record, with what polling needs of its response. */
const look = (
  call: Call,
  method: Effect.Effect<AsyncRecord, ApiError>,
  onStart: OnStart,
  deadline = Infinity
): Effect.Effect<Look, ApiError> => {
  call.timeout = Math.min(call.timeout, deadline)
  onStart((error = deadlineExceeded(call)) => annotateError(call, error))
  return Effect.map(method, (record) => ({ record, redact: call.redact, retryAfter: call.retryAfter() }))
}

/** The service over HTTP; requests and responses are checked. */
export const layerClient = clientLayer(asyncChat, {
  complete: (calls, within, { call, sleep }) =>
    fromCalls(calls, {
      create: (request, onStart, deadline) =>
        call(asyncChat.operations.create, (begun) =>
          look(begun, within(begun, "create")(request), onStart, deadline)
        ),
      get: (request, onStart) =>
        call(asyncChat.operations.get, (begun) => look(begun, within(begun, "get")(request), onStart)),
      sleep
    })
})
