// Async chat as a service: three methods, held to the contract at both ends.
// Source: §2.12, §4.11; create and get are Assumed: OAS.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../../service/validate.ts"
import type { CallResult, EffectMethodTypes, MethodTypes } from "../../../service/methodTypes.ts"
import * as limits from "./limits.ts"
import { AsyncPage, AsyncRecord, CreateRequest, GetRequest, ListRequest } from "./schema.ts"

/**
 * The methods of async chat: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface AsyncChatMethods<T extends MethodTypes> {
  /**
   * Takes a chat request to be answered later. With an `idempotency_key` it is retried safely, and asking again gives
   * the first record in its present state; another request under the same key is a ConflictError.
   */
  readonly create: (
    request: CreateRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncRecord, ApiError.ApiError>
  /** One request; its answer stands in `response` once `status` is `COMPLETED`. Unknown after 7 days: NotFoundError. */
  readonly get: (
    request: GetRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncRecord, ApiError.ApiError>
  /** One page of the requests, newest first. `next_token` of a page asks for the one after it. */
  readonly list: (
    request?: ListRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncPage, ApiError.ApiError>
}

/** Async chat, client or server side. */
export class AsyncChat extends Context.Service<AsyncChat, AsyncChatMethods<EffectMethodTypes>>()(
  "@leadline/core/async-chat/AsyncChat"
) {}

/** What an implementation supplies: the same methods, before any check. */
export interface Store {
  readonly create: (request: CreateRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly get: (request: GetRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly list: (request: ListRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const recorded = validateResponse(AsyncRecord)
const listed = validateResponse(AsyncPage)

/** An answer stands in every completed record. */
const isWhole = ({ response, status }: AsyncRecord) =>
  status !== "COMPLETED" || (response !== undefined && response !== null)

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (store: Store): AsyncChat["Service"] => {
  const list = validateRequest(ListRequest)((asked) =>
    listed(store.list(asked), ({ requests }) => requests.length <= (asked.limit ?? limits.page.fallback))
  )
  return {
    create: validateRequest(CreateRequest)((asked) =>
      recorded(store.create(asked), (record) => record.model === asked.request.model && isWhole(record))
    ),
    get: validateRequest(GetRequest)((asked) =>
      recorded(store.get(asked), (record) => record.id === asked.id && isWhole(record))
    ),
    list: (request = {}) => list(request)
  }
}
