// HTTP in, responses service out: whole answers or events, as the request asks.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { respond } from "../../server/response/eventStream.ts"
import { metered, meteredEvents } from "../../server/limits/TokenLimit.ts"
import { ResponsesApi } from "./endpoint.ts"
import { failing } from "./failing.ts"
import type { ResponsesRequest } from "./schema.ts"
import { Responses } from "./service.ts"

/** The handlers of the responses group: one for both its paths. */
export const layerHandlers = HttpApiBuilder.group(
  ResponsesApi,
  "responses",
  Effect.fnUntraced(function* (handlers) {
    const responses = yield* Responses
    const create = ({ payload }: { readonly payload: ResponsesRequest }) =>
      payload.stream === true
        ? Effect.flatMap(meteredEvents(responses.stream(payload)), (events) =>
            respond(events, failing(payload))
          )
        : metered(responses.create(payload))
    return handlers.handleAll({ create, createAgent: create })
  })
)
