// Input tokens of a group: reserved by the size of a request before the engine, settled by the usage in its answer.
// Source: §8; Assumed: ours, the document names no token limit.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import type * as ApiError from "../../errors/ApiError.ts"
import type { RequestContext, SettleTokens } from "../RequestContext.ts"
import { inputTokensOf, reportedUsage } from "../UsageMeter.ts"

const bytesPerToken = 4

/** About what a body costs, before its tokens are counted. */
const estimate = ({ bodyLength }: RequestContext): number =>
  Math.ceil(Math.max(1, bodyLength) / bytesPerToken)

/** Input tokens that an answer, or an event of one, says it used. */
const reportedTokens = (value: unknown): number | undefined => inputTokensOf(reportedUsage(value))

/** A caller who leaves has used what was reserved; an answer that fails has used nothing. */
const settleAfter = (exit: Exit.Exit<unknown, unknown>, used: number | undefined, settle: SettleTokens) =>
  Exit.isSuccess(exit)
    ? used === undefined
      ? Effect.void
      : settle(used)
    : Exit.hasInterrupts(exit)
      ? Effect.void
      : settle(0)

/** Reserves tokens where the caller's are limited, and goes on with what settles them. */
const reserving = <A, E, R>(
  context: RequestContext,
  unlimited: Effect.Effect<A, E, R>,
  limited: (settle: SettleTokens) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | ApiError.RateLimitError, R> =>
  context.reserveTokens === undefined
    ? unlimited
    : Effect.flatMap(context.reserveTokens(estimate(context)), limited)

/** Holds an answer of an engine against the tokens of its group. */
export const metered = <A, E, R>(context: RequestContext, answer: Effect.Effect<A, E, R>) =>
  reserving(context, answer, (settle) =>
    Effect.onExit(answer, (exit) =>
      settleAfter(exit, Exit.isSuccess(exit) ? reportedTokens(exit.value) : undefined, settle)
    )
  )

/** The same for an answer in events: settled when they are over. */
export const meteredEvents = <A, E, R, F, S>(
  context: RequestContext,
  opened: Effect.Effect<Stream.Stream<A, F, S>, E, R>
) =>
  reserving(context, opened, (settle) =>
    opened.pipe(
      Effect.onError((cause) => settleAfter(Exit.failCause(cause), undefined, settle)),
      Effect.map((events) => {
        let used: number | undefined
        return events.pipe(
          Stream.map((event) => {
            used = reportedTokens(event) ?? used
            return event
          }),
          Stream.onExit((exit) => settleAfter(exit, used, settle))
        )
      })
    )
  )
