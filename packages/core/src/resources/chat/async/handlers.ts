// HTTP in, async chat out.
// Source: §4.11; create and get are Assumed: OAS.
import * as Effect from "effect/Effect"
import type { RequestContext } from "../../../server/RequestContext.ts"
import { encodedJson } from "../../../server/response/chunkedResponse.ts"
import { routesOf } from "../../../server/Route.ts"
import { AsyncChatApi } from "./endpoint.ts"
import type { CreateRequest, GetRequest, ListRequest } from "./schema.ts"
import { AsyncChat } from "./service.ts"

/** The routes of the async chat group: one handler for both paths of an operation. */
export const routes = Effect.map(AsyncChat, (asyncChat) => {
  const create = ({ payload }: { readonly payload: CreateRequest }) => asyncChat.create(payload)
  const get = ({ context, params }: { readonly context: RequestContext; readonly params: GetRequest }) =>
    Effect.flatMap(asyncChat.get(params), encodedJson(context))
  const list = ({ query }: { readonly query: ListRequest }) => asyncChat.list(query)
  return routesOf(AsyncChatApi.groups.asyncChat, {
    create,
    createCompletions: create,
    get,
    getCompletions: get,
    list,
    listCompletions: list
  })
})
