// Async chat as a service: three methods, a walk over all pages and one that waits, checked at both ends.
// Source: §2.12, §4.11; create and get are Assumed: OAS.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ApiError from "../../../errors/ApiError.ts"
import { validateResponse, validateRequest } from "../../../validation/validate.ts"
import type {
  CallResult,
  EffectMethodTypes,
  ItemsResult,
  MethodTypes,
  OptionsWith
} from "../../../validation/methodTypes.ts"
import { pageFits, paginate } from "../../../validation/paginate.ts"
import * as limits from "./limits.ts"
import { type CompletedRecord, createAndPoll, type Polled, type PollOptions } from "./polling.ts"
import {
  AsyncPage,
  AsyncRecord,
  type AsyncSummary,
  CreateRequest,
  GetRequest,
  ListRequest
} from "./schema.ts"

/**
 * The methods of async chat: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface AsyncChatMethods<T extends MethodTypes> {
  /**
   * Submits a chat request that is answered later. With an `idempotency_key` it can be sent again safely: that gives
   * the first record in its current state. A different request with the same key is a ConflictError.
   */
  readonly create: (
    request: CreateRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncRecord, ApiError.ApiError>
  /** Gets a request; it has a `response` once its `status` is `COMPLETED`. NotFoundError: unknown, or older than 7 days. */
  readonly get: (
    request: GetRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncRecord, ApiError.ApiError>
  /** Lists one page of the requests, newest first. Pass `next_token` of a page to get the next one. */
  readonly list: (
    request?: ListRequest,
    ...options: T["options"]
  ) => CallResult<T, AsyncPage, ApiError.ApiError>
  /** Lists all requests from the given page on, newest first; `limit` is the page size. */
  readonly listAll: (
    request?: ListRequest,
    ...options: T["options"]
  ) => ItemsResult<T, AsyncSummary, ApiError.ApiError>
  /**
   * Submits a request and waits for its response. Without an `idempotency_key` it makes one, so that a lost reply is
   * asked for again safely. InternalServerError: the request failed, with the service's message. DeadlineExceededError:
   * it was not finished in time, and goes on; get it later. Stopping the call does not stop the request.
   */
  readonly createAndPoll: (
    request: CreateRequest,
    ...options: OptionsWith<T, PollOptions>
  ) => CallResult<T, CompletedRecord, ApiError.ApiError>
}

/** Async chat, the same on client and server. */
export class AsyncChat extends Context.Service<AsyncChat, AsyncChatMethods<EffectMethodTypes>>()(
  "@leadline/core/async-chat/AsyncChat"
) {}

/** What an implementation supplies: the methods of one request, unchecked. */
export interface Store {
  readonly create: (request: CreateRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly get: (request: GetRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly list: (request: ListRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

const checkCreate = validateRequest(CreateRequest)
const checkGet = validateRequest(GetRequest)
const checkList = validateRequest(ListRequest)
const checkRecord = validateResponse(AsyncRecord)
const checkPage = validateResponse(AsyncPage)

/** Has a completed record its response? */
const hasResponse = ({ response, status }: AsyncRecord) =>
  status !== "COMPLETED" || (response !== undefined && response !== null)

/** Makes the service of an implementation: requests are checked before it sees them, responses after. */
export const make = (store: Store): AsyncChat["Service"] => {
  const list = checkList((request) =>
    checkPage(store.list(request), (page) => pageFits(request, page, page.requests, limits.page.fallback))
  )
  return fromCalls({
    create: checkCreate((request) =>
      checkRecord(
        store.create(request),
        (record) => record.model === request.request.model && hasResponse(record)
      )
    ),
    get: checkGet((request) =>
      checkRecord(store.get(request), (record) => record.id === request.id && hasResponse(record))
    ),
    list
  })
}

/** The method that lists all pages. */
export const walks = { listAll: { over: "list", items: ({ requests }: AsyncPage) => requests } }

type Calls = Pick<AsyncChat["Service"], "create" | "get"> & {
  readonly list: (request: ListRequest) => ReturnType<AsyncChat["Service"]["list"]>
}

const toLook = (call: ReturnType<AsyncChat["Service"]["get"]>) => Effect.map(call, (record) => ({ record }))

/** Adds the walk over all pages and `createAndPoll` to the methods of one request. */
export const fromCalls = (
  calls: Calls,
  polled: Polled = {
    create: (request) => toLook(calls.create(request)),
    get: (request) => toLook(calls.get(request)),
    sleep: Effect.sleep
  }
): AsyncChat["Service"] => ({
  ...calls,
  list: (request = {}) => calls.list(request),
  listAll: (request = {}) => paginate(calls.list, request, walks.listAll.items),
  createAndPoll: (request, options) => createAndPoll(polled, request, options)
})
