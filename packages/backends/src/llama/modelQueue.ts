// Turns of a model that does one thing at a time: a fair queue of the requests of key groups, with a bound.
// Assumed: ours.
import * as ApiError from "@leadline/core/errors"
import { callerGroup, FairQueue } from "@leadline/core/internal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { unavailableNow } from "../http/mapStatus.ts"
import { type CallEnd, makeTelemetry, noteAttempts } from "../http/telemetry.ts"

/** Lets requests have the model, one after the other. */
export interface Turns {
  /**
   * Runs an effect of an operation, as `decisions.create`, while nothing else has the model, and counts it as a call. The
   * group that had it least goes first. Fails with an UnavailableError when too many wait, and with a RateLimitError when
   * those of the caller's group are half of them.
   */
  readonly take: <A, E extends ApiError.ApiError, R>(
    operation: string,
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | ApiError.ApiError, R>
  /**
   * As `take`, for work of many steps, of which there is one at least: others may have the model between two of them. Only
   * the first one may be refused.
   */
  readonly takeEach: <A, E extends ApiError.ApiError, R>(
    operation: string,
    steps: ReadonlyArray<Effect.Effect<A, E, R>>
  ) => Effect.Effect<ReadonlyArray<A>, E | ApiError.ApiError, R>
}

interface Waiting {
  readonly group: string
  begin: () => void
  /** It waits no longer: the model is its own, until it gives it back. */
  hasModel: boolean
}

const outcomeOf = (exit: Exit.Exit<unknown, ApiError.ApiError>): CallEnd["outcome"] =>
  Exit.isSuccess(exit) ? "ok" : Option.getOrElse(Exit.findErrorOption(exit), () => "cancelled" as const)

const tooMany = () =>
  new ApiError.RateLimitError({
    message: "Too many requests of this key group wait for the model.",
    retryAfter: 1_000,
    phase: "service"
  })

/** Makes the turns of a model, under the name of its backend. `most`: requests that may wait. */
export const makeTurns = (name: string, most: number): Turns => {
  const queue = new FairQueue<Waiting>()
  const waiting = new Map<string, number>()
  const record = makeTelemetry(name)
  let isTaken = false

  const count = (group: string, change: 1 | -1): void => {
    const left = (waiting.get(group) ?? 0) + change
    if (left === 0) waiting.delete(group)
    else waiting.set(group, left)
  }

  const next = (): void => {
    const entry = isTaken ? undefined : queue.take()
    if (entry === undefined) return
    isTaken = true
    entry.hasModel = true
    count(entry.group, -1)
    entry.begin()
  }

  /** Waits for the model. An interruption may come after it was given, and before the waiting has ended. */
  const wait = (entry: Waiting, mayRefuse: boolean): Effect.Effect<void, ApiError.ApiError> =>
    Effect.callback((resume) => {
      const { group } = entry
      if (isTaken && mayRefuse) {
        if (queue.size >= most) return resume(Effect.fail(unavailableNow("The model is busy.")))
        if ((waiting.get(group) ?? 0) >= Math.max(1, most / 2)) return resume(Effect.fail(tooMany()))
      }
      entry.begin = () => resume(Effect.void)
      queue.add(group, entry, 0)
      count(group, 1)
      next()
      return Effect.sync(() => {
        if (entry.hasModel) return
        queue.remove(group, entry)
        count(group, -1)
      })
    })

  const giveBack = (): void => {
    isTaken = false
    next()
  }

  /** Waits for the model. It is the caller's from here on, unless this fails or is interrupted. */
  const acquire = (
    group: string,
    restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>,
    mayRefuse: boolean
  ) =>
    Effect.suspend(() => {
      const entry: Waiting = { group, begin: () => undefined, hasModel: false }
      return Effect.onError(restore(wait(entry, mayRefuse)), () =>
        Effect.sync(() => {
          if (entry.hasModel) giveBack()
        })
      )
    })

  const release = (group: string, began: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      queue.charge(group, now - began)
      giveBack()
    })

  const takeEach: Turns["takeEach"] = (operation, steps) =>
    Effect.contextWith((context: Parameters<typeof callerGroup>[0]) => {
      const group = callerGroup(context)
      noteAttempts(context, name, 1)
      const end = (outcome: CallEnd["outcome"]) =>
        record(context, { operation, change: undefined, outcome }) ?? Effect.void
      return Effect.uninterruptibleMask((restore) => {
        const run = Effect.forEach(steps, (step, at) =>
          Effect.andThen(
            at === 0 ? Effect.void : acquire(group, restore, false),
            Effect.flatMap(Clock.currentTimeMillis, (began) =>
              Effect.ensuring(restore(step), release(group, began))
            )
          )
        )
        return Effect.andThen(
          Effect.tapError(acquire(group, restore, true), () => end("refused")),
          Effect.onExit(run, (exit) => end(outcomeOf(exit)))
        )
      })
    })

  return {
    take: <A, E extends ApiError.ApiError, R>(operation: string, effect: Effect.Effect<A, E, R>) =>
      Effect.map(takeEach(operation, [effect]), ([value]) => value as A),
    takeEach
  }
}
