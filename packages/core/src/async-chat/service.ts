// Async chat as a service: three methods, held to the contract at both ends.
// Source: §2.12, §4.11; create and get are Assumed: OAS.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../errors/ApiError.ts"
import type { Call, EffectFace, Face } from "../shared/Face.ts"
import * as limits from "./limits.ts"
import { AsyncPage, AsyncRecord, CreateRequest, GetRequest, ListRequest } from "./schema.ts"

/** The methods, under either carrier. */
export interface AsyncChatMethods<F extends Face> {
  /**
   * Takes a chat request to be answered later. With an `idempotency_key` it is retried safely, and asking again gives
   * the first record in its present state; another request under the same key is a ConflictError.
   */
  readonly create: (request: CreateRequest, ...rest: F["rest"]) => Call<F, AsyncRecord, ApiError.ApiError>
  /** One request; its answer stands in `response` once `status` is `COMPLETED`. Unknown after 7 days: NotFoundError. */
  readonly get: (request: GetRequest, ...rest: F["rest"]) => Call<F, AsyncRecord, ApiError.ApiError>
  /** One page of the requests, newest first. `next_token` of a page asks for the one after it. */
  readonly list: (request?: ListRequest, ...rest: F["rest"]) => Call<F, AsyncPage, ApiError.ApiError>
}

/** Async chat, client or server side. */
export class AsyncChat extends Context.Service<AsyncChat, AsyncChatMethods<EffectFace>>()(
  "@leadline/core/async-chat/AsyncChat"
) {}

/** What an implementation supplies: the same methods, before any check. */
export interface Store {
  readonly create: (request: CreateRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly get: (request: GetRequest) => Effect.Effect<unknown, ApiError.ApiError>
  readonly list: (request: ListRequest) => Effect.Effect<unknown, ApiError.ApiError>
}

/** The request checked going in, the answer coming out, by itself and by what was asked. */
const method = <
  Request extends Schema.Codec<unknown, unknown>,
  Response extends Schema.Codec<unknown, unknown>
>(
  request: Request,
  response: Response,
  answer: (request: Request["Type"]) => Effect.Effect<unknown, ApiError.ApiError>,
  fits: (request: Request["Type"], response: Response["Type"]) => boolean
) => {
  const checkRequest = Schema.decodeUnknownEffect(Schema.toType(request), {
    errors: "all",
    onExcessProperty: "error"
  })
  const checkResponse = Schema.decodeUnknownEffect(Schema.toType(response))
  return Effect.fnUntraced(function* (given: Request["Type"]) {
    const asked = yield* Effect.mapError(checkRequest(given), (error) => ApiError.invalidRequest(error))
    const answered = yield* Effect.mapError(Effect.flatMap(answer(asked), checkResponse), (error) =>
      error._tag === "SchemaError" ? ApiError.invalidResponse(error) : error
    )
    return fits(asked, answered)
      ? answered
      : yield* new ApiError.InvalidResponseError({
          message: "The answer does not fit the request.",
          reason: "schema"
        })
  })
}

/** An answer stands in every completed record. */
const isWhole = ({ response, status }: AsyncRecord) =>
  status !== "COMPLETED" || (response !== undefined && response !== null)

/** Holds any implementation to the contract: the request going in, the answer coming out. */
export const make = (store: Store): AsyncChat["Service"] => {
  const create = method(
    CreateRequest,
    AsyncRecord,
    store.create,
    ({ request }, record) => record.model === request.model && isWhole(record)
  )
  const get = method(
    GetRequest,
    AsyncRecord,
    store.get,
    ({ id }, record) => record.id === id && isWhole(record)
  )
  const list = method(
    ListRequest,
    AsyncPage,
    store.list,
    ({ limit = limits.page.fallback }, { requests }) => requests.length <= limit
  )
  return {
    create: Effect.fn("AsyncChat.create")(create),
    get: Effect.fn("AsyncChat.get")(get),
    list: Effect.fn("AsyncChat.list")((request: ListRequest = {}) => list(request))
  }
}
