// Answers what stands in the queue of async chat, a few at a time, and picks up what a crash has left.
// Source: §2.12, §3; Assumed: ours, the document shows no states and no transitions.
import { longestRun } from "@leadline/core/async-chat"
import { Caller } from "@leadline/core/authorization"
import { Chat, ChatRequest } from "@leadline/core/chat"
import { type ApiError, DeadlineExceededError } from "@leadline/core/errors"
import * as Cause from "effect/Cause"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as Table from "./table.ts"

/** How a worker works. All times in milliseconds. */
export interface AsyncChatWorkerOptions {
  /** Requests answered at a time. Default 4. */
  readonly concurrency?: number | undefined
  /** How often an idle worker looks for work. Default 250. */
  readonly poll?: number | undefined
  /** After so long without a sign of life a worker counts as crashed. Default 15,000. */
  readonly lease?: number | undefined
  /** Longest time for one answer. Default 30 minutes. */
  readonly longestRun?: number | undefined
}

const defaults = { concurrency: 4, poll: 250, lease: 15_000, longestRun }
const expiry = 60_000

/** What the caller is told of a failure: the text of a cause stays here, but what was wrong with the request. */
const told = (cause: Cause.Cause<ApiError>): string => {
  const error = cause.reasons.find(Cause.isFailReason)?.error
  switch (error?._tag) {
    case "InvalidRequestError":
    case "PayloadTooLargeError":
      return error.message
    case "DeadlineExceededError":
      return "The model did not answer in time."
    case "RateLimitError":
    case "UnavailableError":
      return "The service was overloaded."
    case "ConnectionError":
    case "InvalidResponseError":
      return "The model service could not be reached."
    default:
      return "The service failed."
  }
}

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(ChatRequest))

/** The answer to a stored request, on behalf of the key that asked. */
const answer = Effect.fnUntraced(function* ({ group_id, key_id, request }: Table.Job, longest: number) {
  const chat = yield* Chat
  const asked = yield* Effect.orDie(parse(request))
  return yield* chat.create(asked).pipe(
    Effect.provideService(Caller, { group: group_id, key: key_id ?? "" }),
    Effect.timeoutOrElse({
      duration: longest,
      orElse: () => Effect.fail(new DeadlineExceededError({ message: "No answer in time." }))
    })
  )
})

/** Ends when the request is no longer ours: another worker has it, or it is deleted. */
const heartbeat = Effect.fnUntraced(function* (id: string, owner: string, lease: number) {
  let ours = true
  while (ours) {
    yield* Effect.sleep(lease / 3)
    ours = yield* Effect.orElseSucceed(Table.renew(id, owner, lease), () => true)
  }
})

const patience = { schedule: Schedule.spaced(1000), times: 5 }

const work = Effect.fnUntraced(function* (job: Table.Job, owner: string, options: typeof defaults) {
  const exit = yield* Effect.exit(answer(job, options.longestRun)).pipe(
    Effect.raceFirst(Effect.as(heartbeat(job.id, owner, options.lease), undefined)),
    // Stopped in good order: the next worker begins it anew.
    Effect.onInterrupt(() => Effect.ignore(Table.release(job.id, owner)))
  )
  if (exit === undefined) return
  if (Exit.isFailure(exit)) yield* Effect.logError("An async chat request failed", exit.cause)
  const end = Exit.isSuccess(exit)
    ? { response: JSON.stringify(exit.value) }
    : { error_message: told(exit.cause) }
  yield* Effect.retry(Table.finish(job.id, owner, end), patience)
})

/** One slot: takes the oldest waiting request and works on it, or waits a little. */
const slot = Effect.fnUntraced(function* (options: typeof defaults) {
  const random = yield* SecureRandom.SecureRandom
  while (true) {
    // Of each start its own, so that a worker taken for dead cannot end what another has begun.
    const owner = yield* random.uuidV4()
    const job = yield* Table.claim(owner, options.lease)
    yield* job === undefined
      ? Effect.sleep(options.poll)
      : Effect.annotateLogs(work(job, owner, options), { asyncChat: job.id })
  }
})

/** Does it again for ever; a failing database is logged and asked again. */
const forever = <E extends { readonly message: string }, R>(
  effect: Effect.Effect<unknown, E, R>,
  pause: number
) =>
  effect.pipe(
    Effect.catch((error) =>
      Effect.andThen(Effect.logError(`The request store failed: ${error.message}`), Effect.sleep(1000))
    ),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever
  )

/**
 * Works on the queue of async chat while the layer is there: each request is begun at most 3 times and ended once.
 * Several workers, also of several processes, share one database. What a crashed one held is begun anew after
 * `lease`; one that stops in good order puts its work back at once.
 */
export const layerAsyncChatWorker = (
  options: AsyncChatWorkerOptions = {}
): Layer.Layer<never, never, SqlClient.SqlClient | Chat> => {
  const set = {
    concurrency: options.concurrency ?? defaults.concurrency,
    poll: options.poll ?? defaults.poll,
    lease: options.lease ?? defaults.lease,
    longestRun: options.longestRun ?? defaults.longestRun
  }
  return Layer.effectDiscard(
    Effect.forkScoped(
      Effect.all(
        [
          forever(Table.recover, set.lease / 3),
          forever(Table.expire, expiry),
          ...Array.from({ length: set.concurrency }, () => forever(slot(set), 0))
        ],
        { concurrency: "unbounded", discard: true }
      )
    )
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
