// Submits a chat request and looks at it again and again until it is finished.
// Assumed: ours, the document says nothing of how often to look.
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ApiError from "../../../errors/ApiError.ts"
import { randomText } from "../../../protocol/randomText.ts"
import { durationText } from "../../../scheduling/durationText.ts"
import { messageLength } from "../../../errors/limits.ts"
import { fixedMessages } from "../../../errors/messages.ts"
import { noRedaction, type Redact } from "../../../errors/fromStatus.ts"
import * as limits from "./limits.ts"
import type { AsyncRecord, CreateRequest, GetRequest } from "./schema.ts"

/** Options of `createAndPoll`. */
export interface PollOptions {
  /**
   * Time between two looks. Default 1 s, each time half as long again, up to 15 s. A longer wait that the service asks
   * for is obeyed.
   */
  readonly pollInterval?: Duration.Input | undefined
  /** The deadline of the whole, from the call to the finished record. Default 15 minutes. */
  readonly timeout?: Duration.Input | undefined
  /** Called with the submitted record and with each later one, the finished one too. Keep its `id` to get it later. */
  readonly onStatus?: ((record: AsyncRecord) => void) | undefined
}

/** A record whose `status` is `COMPLETED`. */
export type CompletedRecord = AsyncRecord & { readonly response: NonNullable<AsyncRecord["response"]> }

/** A record, and what came with it. */
export interface Look {
  readonly record: AsyncRecord
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined
  /** Redacts the request from a message. */
  readonly redact?: Redact | undefined
}

/** Adds the facts of a call to a failure, by default to that of the call at its own deadline. */
export type Annotate = (error?: ApiError.ApiError) => ApiError.ApiError

/** Called with the options of each request, as it starts. */
export type OnStart = (annotate: Annotate) => void

/** What polling needs of the service. */
export interface Polled {
  /** The call ends within so many milliseconds, too. */
  readonly create: (
    request: CreateRequest,
    onStart: OnStart,
    deadline: number
  ) => Effect.Effect<Look, ApiError.ApiError>
  readonly get: (request: GetRequest, onStart: OnStart) => Effect.Effect<Look, ApiError.ApiError>
  readonly sleep: (millis: number) => Effect.Effect<void>
}

const isCompleted = (record: AsyncRecord): record is CompletedRecord => record.status === "COMPLETED"

/** Fails with the message of a failed request. A failure to look is waited out where a retry may help. */
export const createAndPoll = (
  { create, get, sleep }: Polled,
  request: CreateRequest,
  { onStatus, pollInterval, timeout = limits.pollTimeout }: PollOptions = {}
): Effect.Effect<CompletedRecord, ApiError.ApiError> => {
  const fixed = pollInterval === undefined ? undefined : Duration.toMillis(pollInterval)
  const deadline = Duration.toMillis(timeout)
  let id = ""
  let looks = 0
  let failure: ApiError.ApiError | undefined
  const late = () =>
    new ApiError.DeadlineExceededError({
      message: `No answer within ${durationText(deadline)}.${id && ` The request goes on: ${id}`}`,
      phase: "body",
      sent: true
    })
  let annotate: Annotate = (error = late()) => error
  const onStart: OnStart = (next) => {
    annotate = next
  }
  let redact = noRedaction

  const lookAgain = (retryAfter = 0): Effect.Effect<CompletedRecord, ApiError.ApiError> => {
    const wait = fixed ?? Math.min(limits.poll.last, limits.poll.first * limits.poll.growth ** looks++)
    return Effect.andThen(
      sleep(Math.max(wait, retryAfter)),
      Effect.matchEffect(get({ id }, onStart), {
        onSuccess: judge,
        onFailure: (error) => {
          failure = error
          return error.isRetryable
            ? lookAgain("retryAfter" in error ? error.retryAfter : 0)
            : Effect.fail(error)
        }
      })
    )
  }

  const judge = ({ record, retryAfter }: Look): Effect.Effect<CompletedRecord, ApiError.ApiError> => {
    failure = undefined
    onStatus?.(record)
    if (isCompleted(record)) return Effect.succeed(record)
    if (record.status !== "FAILED") return lookAgain(retryAfter)
    const message = redact(record.error_message?.slice(0, messageLength) ?? "") || fixedMessages[500]
    return Effect.fail(new ApiError.InternalServerError({ message, phase: "service" }))
  }

  const poll = Effect.suspend(() => {
    const idempotency_key = request.idempotency_key ?? randomText()
    return Effect.flatMap(create({ ...request, idempotency_key }, onStart, deadline), (look) => {
      id = look.record.id
      redact = look.redact ?? redact
      return judge(look)
    })
  })
  return Effect.timeoutOrElse(poll, {
    duration: deadline,
    orElse: () =>
      Effect.fail(failure ?? Object.assign(annotate(id ? late() : undefined), { elapsed: deadline }))
  })
}
