// Chat requests that are answered later, field by field.
// Source: §2.12, §4.11; all but the summary's fields is Assumed: OAS.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { ChatCompletion } from "../../../schema/chat/Completion.ts"
import { ChatRequest } from "../../../schema/chat/Request.ts"
import { open, openEnum } from "../../../schema/open.ts"
import * as limits from "./limits.ts"

/** Assumed: ours. An answer that comes later cannot come as events. */
const whole = Schema.makeFilter(({ stream }: ChatRequest) =>
  stream === true ? { path: ["stream"], issue: "Expected no stream: the answer is fetched later" } : undefined
)

/** The body of a request to be answered later. */
export const CreateRequest = Schema.Struct({
  /** As for chat, but not streamed. */
  request: ChatRequest.check(whole),
  idempotency_key: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(
        Schema.isBetweenLength(limits.idempotencyKey.min, limits.idempotencyKey.max, {
          expected: `${limits.idempotencyKey.min} to ${limits.idempotencyKey.max} characters`
        })
      )
    )
  )
}).annotate({ identifier: "CreateAsyncChatRequest" })

/** {@link CreateRequest}, readonly. */
export type CreateRequest = typeof CreateRequest.Type

/** What a request may be in. `COMPLETED` and `FAILED` are for good. Assumed: OAS. */
export const states = ["CREATED", "IN_PROGRESS", "COMPLETED", "FAILED"] as const

const time = Schema.optionalKey(Schema.NullOr(Schema.Int))

const common = {
  /** To fetch it by. */
  id: Schema.String,
  created_at: Schema.Int,
  /** The model asked for. */
  model: Schema.String,
  started_at: time,
  completed_at: time,
  failed_at: time
} as const

/** One entry of the list. Assumed: OAS. Our server always sends `status`. */
export const AsyncSummary = open({ ...common, status: Schema.optionalKey(openEnum(states)) })

/** {@link AsyncSummary}, readonly. */
export type AsyncSummary = typeof AsyncSummary.Type

/** A request with its state, and with its answer once that is there. */
export const AsyncRecord = open({
  ...common,
  /** One of {@link states}; `COMPLETED` and `FAILED` are for good. */
  status: openEnum(states),
  response: Schema.optionalKey(Schema.NullOr(ChatCompletion)),
  error_message: Schema.optionalKey(Schema.NullOr(Schema.String))
}).annotate({ identifier: "AsyncChatRequest" })

/** {@link AsyncRecord}, readonly. */
export type AsyncRecord = typeof AsyncRecord.Type

const expected = `a whole number from ${limits.page.min} to ${limits.page.max}`

/** Assumed: ours. A whole number in a query: no sign, no leading zero, no blanks, no exponent. */
const ListLimit = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,2}$/, { expected })).pipe(
  Schema.decodeTo(
    Schema.Int.check(Schema.isBetween({ minimum: limits.page.min, maximum: limits.page.max }, { expected })),
    SchemaTransformation.transform({ decode: Number, encode: String })
  )
)

/** The query of the list. Assumed: ours, both names. `next_token` is that of the page before; empty: from the start. */
export const ListRequest = Schema.Struct({
  limit: Schema.optionalKey(ListLimit),
  next_token: Schema.optionalKey(Schema.String)
})

/** {@link ListRequest}, readonly. */
export type ListRequest = typeof ListRequest.Type

/** A page, newest first. Without `next_token`, or with null, it is the last. */
export const AsyncPage = open({
  requests: Schema.Array(AsyncSummary),
  next_token: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** {@link AsyncPage}, readonly. */
export type AsyncPage = typeof AsyncPage.Type

/** Which request. Assumed: ours. Anything else is no id, and a wrong path on the wire. */
export const GetRequest = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,128}$/, { expected: "an id" }))
})

/** {@link GetRequest}, readonly. */
export type GetRequest = typeof GetRequest.Type
