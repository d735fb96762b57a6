// Input tokens of a group: reserved by the size of a request before the engine, settled by the usage in its answer.
// Source: §8; Assumed: ours, the document names no token limit.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ApiError from "../../errors/ApiError.ts"
import type { RequestContext, SettleTokens } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { isEventStream } from "../ServerResponse.ts"
import { inputTokensOf, reportedUsage } from "../UsageMeter.ts"

const bytesPerToken = 4

/** About what a body costs, before its tokens are counted. */
const estimate = ({ bodyLength }: RequestContext): number =>
  Math.ceil(Math.max(1, bodyLength) / bytesPerToken)

/** A caller who leaves has used what was reserved; an answer that fails has used nothing. */
const settleAfter = (exit: Exit.Exit<unknown, unknown>, usage: unknown, settle: SettleTokens) => {
  if (Exit.isFailure(exit)) return Exit.hasInterrupts(exit) ? Effect.void : settle(0)
  const used = inputTokensOf(usage)
  return used === undefined ? Effect.void : settle(used)
}

/** Holds an answer against the tokens of the caller's group, if they are limited: one in events until they are over. */
export const limitTokens = <E>(
  { usesTokens }: Route,
  context: RequestContext,
  answer: Effect.Effect<unknown, E>
): Effect.Effect<unknown, E | ApiError.RateLimitError> =>
  usesTokens && context.reserveTokens !== undefined
    ? Effect.flatMap(context.reserveTokens(estimate(context)), (settle) =>
        Effect.onExit(answer, (exit) => {
          if (Exit.isSuccess(exit) && isEventStream(exit.value)) {
            context.settleStream = (end) => settleAfter(end, context.usage, settle)
            return Effect.void
          }
          const usage = Exit.isSuccess(exit) ? (context.usage ?? reportedUsage(exit.value)) : undefined
          return settleAfter(exit, usage, settle)
        })
      )
    : answer
