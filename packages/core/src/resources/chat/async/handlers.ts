// HTTP in, async chat out.
// Source: §4.11; create and get are Assumed: OAS.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { metered } from "../../../server/limits/TokenLimit.ts"
import { AsyncChatApi } from "./endpoint.ts"
import type { CreateRequest, GetRequest, ListRequest } from "./schema.ts"
import { AsyncChat } from "./service.ts"

/** The handlers of the async chat group: one for both paths of an operation. */
export const layerHandlers = HttpApiBuilder.group(
  AsyncChatApi,
  "asyncChat",
  Effect.fnUntraced(function* (handlers) {
    const asyncChat = yield* AsyncChat
    const create = ({ payload }: { readonly payload: CreateRequest }) => metered(asyncChat.create(payload))
    const get = ({ params }: { readonly params: GetRequest }) => asyncChat.get(params)
    const list = ({ query }: { readonly query: ListRequest }) => asyncChat.list(query)
    return handlers.handleAll({
      create,
      createCompletions: create,
      get,
      getCompletions: get,
      list,
      listCompletions: list
    })
  })
)
