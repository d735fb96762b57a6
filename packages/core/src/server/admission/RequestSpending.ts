// The tokens and the budget that one request spends of its key group: reserved before its calls, settled by what they used.
// Source: §8; Assumed: ours, the document names no token limit and no budget.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ApiError from "../../errors/ApiError.ts"
import type { CallUsage, Spending } from "../../validation/Spending.ts"
import { type Caller, spentBudgetMessage } from "../Caller.ts"
import { inProcess, type RequestContext, type SettleTokens } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { isEventStream } from "../ServerResponse.ts"
import { decided } from "../telemetry/limitDecisions.ts"
import { inputTokensOf, reportedUsage, usedBy, type UsageMeter } from "../UsageMeter.ts"

const bytesPerToken = 4

/** About what a body costs, before its tokens are counted. */
const estimate = ({ bodyLength }: RequestContext): number =>
  Math.ceil(Math.max(1, bodyLength) / bytesPerToken)

/** Milliseconds to the first of the next month, UTC. */
const toNextMonth = (now: number): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - now
}

/** The refusal of a caller whose group has spent its budget, in USD. `now`: Unix milliseconds. */
export const budgetSpent = (budget: number, now: number): ApiError.RateLimitError =>
  new ApiError.RateLimitError({ message: spentBudgetMessage(budget), retryAfter: toNextMonth(now) })

const budgetReserved = () =>
  new ApiError.RateLimitError({
    message:
      "What is left of the group's budget is reserved by its calls in progress: try again when they are over.",
    retryAfter: 1_000,
    phase: "request"
  })

type Payer = Pick<Caller["Service"], "group" | "reserveBudget" | "spentBudget">

/** The spending of one request. Each call is charged when it ends, whatever becomes of the request. */
export class RequestSpending implements Spending {
  /** True once a paid service was called: the usage of the answer is then the sum of such calls. */
  hasBegun = false
  /** Charged so far. */
  inputTokens = 0
  #requests = 1
  /** Each charges its call, once. */
  readonly #calls: Array<() => void> = []
  readonly #caller: Payer
  readonly #operation: string
  readonly #meter: typeof UsageMeter.Service
  readonly #onRefused: () => void

  /** `onRefused` is called for each call that the budget has no room for. */
  constructor(
    caller: Payer,
    operation: string,
    meter: typeof UsageMeter.Service,
    onRefused: () => void = () => undefined
  ) {
    this.#caller = caller
    this.#operation = operation
    this.#meter = meter
    this.#onRefused = onRefused
  }

  /** The first call of a request must fit beside what others have reserved, the later ones find a budget that is not spent. */
  begin(
    most: () => CallUsage,
    used: () => CallUsage | undefined,
    now: number
  ): (() => void) | ApiError.RateLimitError {
    const { reserveBudget, spentBudget } = this.#caller
    const refused = (error: ApiError.RateLimitError) => {
      this.#onRefused()
      return error
    }
    const budget = spentBudget?.()
    if (budget !== undefined) return refused(budgetSpent(budget, now))
    const release = reserveBudget?.(most().cost ?? 0, this.hasBegun)
    if (reserveBudget !== undefined && release === undefined) return refused(budgetReserved())
    this.hasBegun = true
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      const usage = used()
      if (usage !== undefined) this.charge(usage)
      release?.()
    }
    this.#calls.push(end)
    return end
  }

  /** Charges the calls that were left: the request is over. */
  end(): void {
    for (const end of this.#calls) end()
  }

  /** Charges what was used. */
  charge({ cost, inputTokens, outputTokens }: CallUsage): void {
    const { group } = this.#caller
    this.inputTokens += inputTokens
    const requests = this.#requests
    this.#requests = 0
    this.#meter?.add({ group, operation: this.#operation, inputTokens, outputTokens, cost, requests })
  }
}

/** The spending of a request; undefined: nothing is counted or limited by what it uses. */
export const spendingOf = (
  { caller, fiberContext, reserveTokens }: RequestContext,
  operation: string,
  meter: typeof UsageMeter.Service
): RequestSpending | undefined => {
  if (caller === undefined) return undefined
  const isLimited = caller.spentBudget !== undefined || caller.reserveBudget !== undefined
  return meter !== undefined || isLimited || reserveTokens !== undefined
    ? new RequestSpending(caller, operation, meter, () => decided(fiberContext, "budget", false))
    : undefined
}

/** An engine of this process answered: it has used the `usage` of its answer. */
const isInProcess = ({ engine }: Pick<RequestContext, "engine">, { hasBegun }: RequestSpending): boolean =>
  engine === undefined || engine === inProcess || !hasBegun

/** Charges what an engine of this process used when its request is over: by then a stream has told it. */
export const chargeEngine = (context: RequestContext, spending: RequestSpending, value: unknown): void => {
  const usage = (context.usage ??= reportedUsage(value))
  // A later call of the same message is answered by its own engine.
  const answered = { engine: context.engine, usage }
  context.onRelease(() => {
    const { engine, usage: used } = isEventStream(value) ? context : answered
    if (isInProcess({ engine }, spending)) spending.charge(usedBy(used))
  })
}

/**
 * A caller who leaves an engine of this process has used what was reserved, an answer of it that fails nothing. Calls of
 * other services have used what they were charged.
 */
const settleAfter = (
  exit: Exit.Exit<unknown, unknown>,
  usage: unknown,
  settle: SettleTokens,
  context: RequestContext,
  spending: RequestSpending
) => {
  spending.end()
  const own = Exit.isSuccess(exit) && isInProcess(context, spending) ? inputTokensOf(usage) : 0
  if (spending.hasBegun) return settle(spending.inputTokens + (own ?? 0))
  if (Exit.isFailure(exit)) return Exit.hasInterrupts(exit) ? Effect.void : settle(0)
  return own === undefined ? Effect.void : settle(own)
}

/** Holds an answer against the tokens of the caller's group, if they are limited: one in events until they are over. */
export const limitTokens = <E>(
  { usesTokens }: Route,
  context: RequestContext,
  spending: RequestSpending | undefined,
  answer: Effect.Effect<unknown, E>
): Effect.Effect<unknown, E | ApiError.RateLimitError> =>
  usesTokens && context.reserveTokens !== undefined && spending !== undefined
    ? Effect.flatMap(context.reserveTokens(estimate(context)), (settle) =>
        Effect.onExit(answer, (exit) => {
          if (Exit.isSuccess(exit) && isEventStream(exit.value)) {
            context.settleStream = (end) => settleAfter(end, context.usage, settle, context, spending)
            return Effect.void
          }
          const usage = Exit.isSuccess(exit) ? (context.usage ?? reportedUsage(exit.value)) : undefined
          return settleAfter(exit, usage, settle, context, spending)
        })
      )
    : answer
