// Answers a stored request, and says of a failure what its caller may know.
// Source: §2.12; Assumed: ours, the document says nothing of failed requests.
import { Caller } from "@leadline/core/authentication"
import { Chat, ChatRequest } from "@leadline/core/chat"
import { type ApiError, DeadlineExceededError } from "@leadline/core/errors"
import { fixedMessages, makeDecodeJson, ValidRequest } from "@leadline/core/internal"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as RequestParts from "./requestParts.ts"
import type { Job } from "./queries.ts"

/** The error message for the caller. Only messages about the request itself are passed on; others stay in the log. */
export const errorMessage = (cause: Cause.Cause<ApiError>): string => {
  const error = cause.reasons.find(Cause.isFailReason)?.error
  switch (error?._tag) {
    case "InvalidRequestError":
    case "PayloadTooLargeError":
      return error.message
    case "DeadlineExceededError":
      return fixedMessages[504]
    case "RateLimitError":
    case "UnavailableError":
      return "The service was overloaded."
    case "ConnectionError":
    case "InvalidResponseError":
      return fixedMessages[502]
    default:
      return fixedMessages[500]
  }
}

const decodeJson = makeDecodeJson({ schema: ChatRequest, options: {}, isOptional: false })

/** Bytes of a request above which it is parsed and checked with pauses, as the server does. */
const lightBytes = 262_144

/** Parses a stored request. */
const decode = Effect.fnUntraced(function* ({ id, request }: Job) {
  const chunks = request === "" ? yield* RequestParts.read(id) : [Buffer.from(request)]
  const isLight = chunks.every(({ length }) => length <= lightBytes)
  const { value } = yield* decodeJson(chunks, !isLight)
  return value as ChatRequest
})

/** Whether the budget of its group is reserved by other calls: it goes on when they are over. */
const isWaiting = ({ _tag, phase }: ApiError): boolean => _tag === "RateLimitError" && phase === "request"

/** Answers a stored request on behalf of its API key. `timeout` in milliseconds. */
export const answer = (job: Job, timeout: number) =>
  Effect.gen(function* () {
    const chat = yield* Chat
    const request = yield* Effect.orDie(decode(job))
    return yield* chat
      .create(request)
      .pipe(
        Effect.provideService(ValidRequest, request),
        Effect.retry({ while: isWaiting, schedule: Schedule.spaced(1_000) })
      )
  }).pipe(
    Effect.provideService(Caller, { group: job.group_id, key: job.key_id ?? "" }),
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () => Effect.fail(new DeadlineExceededError({ message: fixedMessages[504] }))
    })
  )
