// Charges the calls of one backend to the callers: reserved before each call, settled by what it used, also if it was cut.
// Assumed: ours.
import type * as ApiError from "@leadline/core/errors"
import { type CallUsage, CurrentSpending, doneMarker } from "@leadline/core/internal"
import { inputPrice } from "@leadline/core/decisions"
import { costOf, perMillion, sumOf } from "@leadline/core/schema"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Price } from "../configuration/settings.ts"
import * as limits from "./limits.ts"
import { CallCount, hasUsage, type Used, withUsage } from "./usage.ts"

/** A call that is paid by the token. */
export interface PaidCall {
  /** As `chat.create`. */
  readonly operation: string
  /** The name of the model there. */
  readonly model: string
  /** What is sent: its texts are the prompt. */
  readonly request: unknown
}

/** The call that a fiber makes, which meters those without a model. */
export const CurrentMeter = Context.Reference<CallMeter | undefined>("@leadline/backends/http/CurrentMeter", {
  defaultValue: () => undefined
})

/** Notes that the request of the current call goes out: from now on it may be paid. */
export const noteSent = (): void => {
  const meter = Fiber.getCurrent()?.getRef(CurrentMeter)
  if (meter !== undefined) meter.sent()
}

type Call<A, R> = Effect.Effect<A, ApiError.ApiError, R>
type Events<A> = Stream.Stream<A, ApiError.ApiError>

/** Whether the backend refused the call, or never got it: then nobody pays. */
const isFree = (exit: Exit.Exit<unknown, ApiError.ApiError>): boolean => {
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  if (error === undefined) return false
  return (error.status ?? 0) >= 400 || ("sent" in error && !error.sent) || error.phase === "request"
}

/** What becomes of one call. */
export class CallMeter {
  readonly count: CallCount
  isWhole = false
  /** Milliseconds since it was sent, up to the first piece of a text. */
  #waited = 0
  #sentAt: number | undefined
  #isFree = false
  readonly #now: () => number

  constructor(request: unknown, now: () => number = () => 0) {
    this.count = new CallCount(request)
    this.#now = now
  }

  /** Notes that the request goes out. */
  sent(): void {
    this.#sentAt ??= this.#now()
  }

  /** Notes an answer, or an event of a stream. */
  add(answer: unknown): void {
    this.#wait()
    this.count.add(answer)
  }

  #wait(): void {
    if (this.#sentAt !== undefined && !this.count.hasText) this.#waited = this.#now() - this.#sentAt
  }

  /** Watches what is sent, with the error as the backend made it. */
  readonly watch = <A, R>(sent: Call<A, R>): Call<A, R> =>
    sent.pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => {
          this.#isFree = Exit.isFailure(exit) && isFree(exit)
        })
      ),
      Effect.provideService(CurrentMeter, this)
    )

  /** Notes a whole answer. */
  answered(answer: unknown): Used {
    this.add(answer)
    return this.ended()
  }

  /** Notes the end of an answer. */
  ended(): Used {
    this.isWhole = true
    return this.count.used(true)
  }

  /** What is paid; undefined: nothing. `most`: tokens of its answer that it may cost although nothing of them came. */
  used(most = 0): Used | undefined {
    if (this.#sentAt === undefined || this.#isFree) return undefined
    this.#wait()
    const unseen = Math.floor((this.#waited / 1_000) * limits.unseenTokensPerSecond)
    return this.count.used(this.isWhole, Math.min(unseen, most))
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

/** Charges the calls of a backend. */
export interface Charges {
  /** Runs a call that is paid. Fails with a RateLimitError before it when the caller cannot pay it. */
  readonly call: <A, R>(call: PaidCall, run: (meter: CallMeter) => Call<A, R>) => Call<A, R>
  /** The same for a stream, which is paid when it is over. */
  readonly stream: <A, R>(call: PaidCall, run: (meter: CallMeter) => Call<Events<A>, R>) => Call<Events<A>, R>
}

/** Makes what charges the calls of a backend with these prices. */
export const makeCharges = (prices: { readonly [model: string]: Price } | undefined): Charges => {
  /** What the answers of a model without a price that named their cost came to. */
  const learned = new Map<string, { usd: number; tokens: number }>()

  /** The most tokens that answers of a model named beyond our own count of their prompts. */
  const hidden = new Map<string, number>()

  const usageOf = ({ model, operation }: PaidCall, used: Used): CallUsage => {
    const { cost, outputTokens } = used
    // Decisions ask about one prompt again and again, and their input tokens are those that were read.
    const isDecision = operation === "decisions.create"
    const inputTokens = used.inputTokens - (isDecision ? used.cachedTokens : 0)
    const known = { inputTokens, outputTokens, cost }
    const tokens = inputTokens + outputTokens
    if (prices !== undefined && Object.hasOwn(prices, model)) {
      const { input = 0, output = 0 } = prices[model] ?? {}
      const parts = [costOf(inputTokens, perMillion(input)), costOf(outputTokens, perMillion(output))]
      return { inputTokens, outputTokens, cost: sumOf(parts) }
    }
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
    return isDecision ? { ...known, cost: costOf(inputTokens, perMillion(inputPrice)) } : known
  }

  /** Reserves, and gives what charges the call. */
  const begin = (call: PaidCall) =>
    Effect.withFiber<{ readonly meter: CallMeter; readonly charge: () => void }, ApiError.RateLimitError>(
      (fiber) => {
        const clock = fiber.getRef(Clock.Clock)
        const meter = new CallMeter(call.request, () => clock.currentTimeMillisUnsafe())
        const spending = fiber.getRef(CurrentSpending)
        if (spending === undefined) return Effect.succeed({ meter, charge: () => undefined })
        const { model, operation } = call
        const most = meter.count.most(writing.has(operation), hidden.get(model) ?? limits.mostHidden)
        const charge = spending.begin(usageOf(call, most), () => {
          const used = meter.used(most.outputTokens)
          if (used === undefined) return undefined
          if (hidden.size >= mostLearned) hidden.clear()
          if (meter.isWhole) hidden.set(model, Math.max(hidden.get(model) ?? 0, meter.count.hidden(used)))
          return usageOf(call, used)
        })
        return Effect.map(charge, (end) => ({ meter, charge: end }))
      }
    )

  return {
    call: (call, run) =>
      Effect.acquireUseRelease(
        begin(call),
        ({ meter }) => run(meter),
        ({ charge }) => Effect.sync(charge)
      ),
    stream: (call, run) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(begin(call), ({ charge, meter }) =>
          Effect.map(
            Effect.onError(restore(run(meter)), () => Effect.sync(charge)),
            (events) => Stream.ensuring(events, Effect.sync(charge))
          )
        )
      )
  }
}
