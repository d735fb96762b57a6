// Charges the calls of one backend to the callers: reserved before each call, settled by what it used, also if it was cut.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import { type Call as ClientCall, type CallUsage, CurrentSpending, doneMarker } from "@leadline/core/internal"
import { inputPrice } from "@leadline/core/decisions"
import { costOf, perMillion, perThousand, sumOf } from "@leadline/core/schema"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Price } from "../configuration/settings.ts"
import * as limits from "./limits.ts"
import { CallCount, hasUsage, type Used, withUsage } from "./usage.ts"

/** A call that its caller may have to pay. */
export interface PaidCall {
  /** As `chat.create`. */
  readonly operation: string
  /** The name there of the model whose tokens are paid. Default: the call has the price of all such calls, if there is one. */
  readonly model?: string | undefined
  /** The body as sent: its texts are the prompt. */
  readonly request?: unknown
}

/** The prices of a backend's calls. */
export interface Prices {
  /** By the name of the model there. Default: what its answers say that they cost. */
  readonly prices?: { readonly [model: string]: Price } | undefined
  /** USD for a thousand calls without a model. Default: they cost nothing, and are not charged. */
  readonly pricePerThousand?: number | undefined
}

type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** Did the backend refuse the call, or never get it? Then nobody pays. */
const isFree = (exit: Exit.Exit<unknown, ApiError.ApiError>): boolean => {
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (error === undefined) return false
  return (error.status ?? 0) >= 400 || ("sent" in error && !error.sent) || error.phase === "request"
}

/** Watches one call, and counts what it uses. */
export class CallMeter {
  readonly count: CallCount
  /** The call of the client, which knows whether the request went out: it may wait for others before. */
  clientCall: ClientCall | undefined
  isWhole = false
  #isFree = false
  /** Milliseconds until the first piece of a text came. */
  #silence = 0

  constructor(request: unknown) {
    this.count = new CallCount(request)
  }

  #wait(): void {
    if (this.clientCall !== undefined && !this.count.hasText) this.#silence = this.clientCall.elapsed()
  }

  /** Counts an event of a stream. */
  add(event: unknown): void {
    this.#wait()
    this.count.add(event)
  }

  /** Counts a whole answer. */
  answered(answer: unknown): void {
    this.add(answer)
    this.isWhole = true
  }

  /** Notes the end of a stream, and gives what it used. */
  ended(): Used {
    this.isWhole = true
    return this.count.used(true)
  }

  /** Notes how the call ended, or the head of its stream: with the error as the backend made it, unless it has answered. */
  exited(exit: Exit.Exit<unknown, ApiError.ApiError>): void {
    this.#isFree = !this.isWhole && isFree(exit)
  }

  /** The usage that is paid; undefined: none. `writes`: its answer is a text, of which a cut one may have tokens that did not come. */
  used(writes: boolean): Used | undefined {
    const isSent = (this.clientCall?.attempts ?? 0) > 0
    if (!isSent || this.#isFree) return undefined
    this.#wait()
    const unseen = Math.floor((this.#silence / 1_000) * limits.unseenTokensPerSecond)
    return this.count.used(this.isWhole, Math.min(unseen, this.count.longest(writes)))
  }
}

/** Models whose price is remembered. */
const mostLearned = 1_000

/** Tokens beyond which earlier ones count half. */
const mostTokens = 10_000_000

/** Operations whose answer is a text. */
const writing: ReadonlySet<string> = new Set([
  "chat.create",
  "chat.stream",
  "responses.create",
  "responses.stream"
])

/** Counts a stream of completions. An event with the usage that is charged follows the last one, before `[DONE]`. */
export const metered = (events: Events<unknown>, meter: CallMeter): Events<unknown> => {
  let last: unknown = {}
  let isOver = false
  const end = (): ReadonlyArray<unknown> => {
    if (isOver) return []
    isOver = true
    return [withUsage({ ...Object(last), choices: [] }, meter.ended())]
  }
  return events.pipe(
    Stream.map((event) => {
      if (event === doneMarker) return [...end(), event]
      meter.add(event)
      if (hasUsage(event)) last = event
      return [event]
    }),
    Stream.concat(Stream.suspend(() => Stream.succeed(end()))),
    Stream.flattenIterable
  )
}

/** Counts a stream of events. */
export const counted = <A>(events: Events<A>, meter: CallMeter): Events<A> =>
  Stream.onExit(
    Stream.tap(events, (event) => Effect.sync(() => meter.add(event))),
    (exit) => Effect.sync(() => void (Exit.isSuccess(exit) && meter.ended()))
  )

/**
 * Begins a call: reserves what it may use, and gives what charges the caller when it is over; or a RateLimitError, when the
 * caller cannot pay it. Without a price, or a caller who pays, nothing is charged.
 */
export type BeginCharge = (
  call: PaidCall,
  meter: CallMeter,
  context: Context.Context<never>,
  now: number
) => (() => void) | ApiError.RateLimitError

const chargeNothing = (): void => undefined

/** The highest of each price: no name of a model that has none is cheaper. */
const dearestOf = (prices: ReadonlyArray<Price>): Price => ({
  input: Math.max(...prices.map(({ input }) => input)),
  output: Math.max(...prices.map(({ output = 0 }) => output))
})

const costBy = ({ input, output = 0 }: Price, inputTokens: number, outputTokens: number): number =>
  sumOf([costOf(inputTokens, perMillion(input)), costOf(outputTokens, perMillion(output))])

/** Makes what charges the calls of a backend with these prices. */
export const makeBeginCharge = ({ prices, pricePerThousand }: Prices): BeginCharge => {
  /** The sums of answers that named their cost, of models without a price. */
  const learned = new Map<string, { usd: number; tokens: number }>()
  /** The most tokens that answers of a model named beyond our own count of their prompts. */
  const hidden = new Map<string, number>()
  const priced = Object.values(prices ?? {})
  const dearest = priced.length === 0 ? undefined : dearestOf(priced)

  const usageOf = ({ model, operation }: PaidCall, used: Used): CallUsage => {
    if (model === undefined)
      return { inputTokens: 0, outputTokens: 0, cost: costOf(1, perThousand(pricePerThousand ?? 0)) }
    const { cost, outputTokens } = used
    // Decisions ask about one prompt again and again, and their input tokens are those that were read.
    const isDecision = operation === "decisions.create"
    const inputTokens = used.inputTokens - (isDecision ? used.cachedTokens : 0)
    const known = { inputTokens, outputTokens, cost }
    const tokens = inputTokens + outputTokens
    const own = prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined
    if (own !== undefined) return { ...known, cost: costBy(own, inputTokens, outputTokens) }
    if (cost !== undefined) {
      if (learned.size >= mostLearned) learned.clear()
      // Large answers count for more: a small one, whose token may cost a lot, sets no price for other callers.
      const before = learned.get(model) ?? { usd: 0, tokens: 0 }
      const weight = before.tokens > mostTokens ? 0.5 : 1
      if (tokens > 0)
        learned.set(model, { usd: before.usd * weight + cost, tokens: before.tokens * weight + tokens })
      return known
    }
    const price = learned.get(model)
    if (price !== undefined) return { ...known, cost: (price.usd / price.tokens) * tokens }
    if (dearest !== undefined) return { ...known, cost: costBy(dearest, inputTokens, outputTokens) }
    return isDecision ? { ...known, cost: costOf(inputTokens, perMillion(inputPrice)) } : known
  }

  return (call, meter, context, now) => {
    const spending = Context.get(context, CurrentSpending)
    if (spending === undefined || (call.model === undefined && pricePerThousand === undefined))
      return chargeNothing
    const { model = "", operation } = call
    const writes = writing.has(operation)
    let hasReserved = false
    return spending.begin(
      () => {
        hasReserved = true
        return usageOf(call, meter.count.most(writes, hidden.get(model) ?? limits.mostHidden))
      },
      () => {
        const used = meter.used(writes)
        if (used === undefined) return undefined
        if (hasReserved && meter.isWhole) {
          if (hidden.size >= mostLearned) hidden.clear()
          hidden.set(model, Math.max(hidden.get(model) ?? 0, meter.count.hidden(used)))
        }
        return usageOf(call, used)
      },
      now
    )
  }
}
