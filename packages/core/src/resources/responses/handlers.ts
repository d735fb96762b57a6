// HTTP in, responses service out: whole answers or events, as the request asks.
// Source: §4.7, §6.
import * as Effect from "effect/Effect"
import { encodedJson } from "../../server/response/chunkedResponse.ts"
import { eventStream } from "../../server/response/eventStream.ts"
import type { RequestContext } from "../../server/RequestContext.ts"
import { routesOf } from "../../server/Route.ts"
import { ResponsesApi } from "./endpoint.ts"
import { failing } from "./failing.ts"
import type { SentResponsesRequest } from "./schema.ts"
import { Responses } from "./service.ts"

/** The routes of the responses group: one handler for both its paths. */
export const routes = Effect.map(Responses, (responses) => {
  const create = ({
    context,
    payload
  }: {
    readonly context: RequestContext
    readonly payload: SentResponsesRequest
  }) => {
    const request: Omit<SentResponsesRequest, "stream"> = payload
    return payload.stream === true
      ? Effect.map(responses.stream(request), (events) => eventStream(context, events, failing(request)))
      : Effect.flatMap(responses.create(request), encodedJson(context))
  }
  return routesOf(ResponsesApi.groups.responses, { create, createAgent: create })
})
