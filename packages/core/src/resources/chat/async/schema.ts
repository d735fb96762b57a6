// Requests and responses of async chat.
// Source: §2.12, §4.11; all but the summary's fields is Assumed: OAS.
import * as Schema from "effect/Schema"
import { matching, ofLength } from "../../../schema/checks.ts"
import { ChatCompletion } from "../../../schema/chat/Completion.ts"
import { ChatRequest, type SentChatRequest } from "../../../schema/chat/Request.ts"
import { open, openEnum, optionalOrNull } from "../../../schema/open.ts"
import { entriesOf } from "../../../schema/Page.ts"
import * as limits from "./limits.ts"

// Assumed: ours. A response that is fetched later cannot be streamed.
const whole = Schema.makeFilter(({ stream }: SentChatRequest) =>
  stream === true ? { path: ["stream"], issue: "Expected no stream: the answer is fetched later" } : undefined
)

const unstreamed: Schema.Codec<Omit<SentChatRequest, "stream">> = ChatRequest.check(whole)

/** A chat request that is answered later. */
export const CreateRequest = Schema.Struct({
  /** As for chat, but not streamed. */
  request: unstreamed,
  /** The same key and request give the same record. */
  idempotency_key: optionalOrNull(Schema.String.check(ofLength(limits.idempotencyKey, "characters")))
}).annotate({ identifier: "CreateAsyncChatRequest" })

/** {@link CreateRequest}, readonly. */
export interface CreateRequest extends Schema.Schema.Type<typeof CreateRequest> {
  /** As for chat, but not streamed. */
  readonly request: ChatRequest
}

// Assumed: OAS.
/** The states of a request; `COMPLETED` and `FAILED` are final. */
export const states = ["CREATED", "IN_PROGRESS", "COMPLETED", "FAILED"] as const

const time = optionalOrNull(Schema.Int)

const common = {
  /** The id to fetch it by. */
  id: Schema.String,
  created_at: Schema.Int,
  /** The model of the request. */
  model: Schema.String,
  started_at: time,
  completed_at: time,
  failed_at: time
} as const

// Assumed: OAS.
/** An entry of the list. Our server always sends `status`. */
export const AsyncSummary = open({ ...common, status: Schema.optionalKey(openEnum(states)) })

/** {@link AsyncSummary}, readonly. */
export interface AsyncSummary extends Schema.Schema.Type<typeof AsyncSummary> {}

/** A request with its state, and its response once there is one. */
export const AsyncRecord = open({
  ...common,
  /** One of {@link states}; `COMPLETED` and `FAILED` are final. */
  status: openEnum(states),
  response: optionalOrNull(ChatCompletion),
  error_message: optionalOrNull(Schema.String)
}).annotate({ identifier: "AsyncChatRequest" })

/** {@link AsyncRecord}, readonly. */
export interface AsyncRecord extends Schema.Schema.Type<typeof AsyncRecord> {}

// Assumed: ours, both names.
/** The query of the list. `next_token` is that of the page before, empty for the first page. */
export const ListRequest = Schema.Struct({
  /** Entries of one page, 1 to 100. Default 50. */
  limit: Schema.optionalKey(entriesOf(limits.page)),
  /** `next_token` of the page before. Default: the first page. */
  next_token: Schema.optionalKey(Schema.String)
})

/** {@link ListRequest}, readonly. */
export interface ListRequest extends Schema.Schema.Type<typeof ListRequest> {}

/** A page, newest first. The last page has no `next_token`, or null. */
export const AsyncPage = open({
  requests: Schema.Array(AsyncSummary),
  next_token: optionalOrNull(Schema.String)
})

/** {@link AsyncPage}, readonly. */
export interface AsyncPage extends Schema.Schema.Type<typeof AsyncPage> {}

// Assumed: ours.
/** The id of a request. Anything else is not an id, and would be another path. */
export const GetRequest = Schema.Struct({
  /** The id of the request. */
  id: Schema.String.check(matching(/^[A-Za-z0-9_-]{1,128}$/, "an id"))
})

/** {@link GetRequest}, readonly. */
export interface GetRequest extends Schema.Schema.Type<typeof GetRequest> {}
