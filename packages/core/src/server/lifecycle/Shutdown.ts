// Graceful shutdown: readiness turns off, answers finish, and streams that do not finish in time get a last event.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { byShutdown } from "./interruption.ts"

/**
 * `serving`; `closing`: not ready, answers say that the connection closes; `ending`: streams and requests that still
 * run are told, and what comes now is refused.
 */
export type Phase = "serving" | "closing" | "ending"

/** One request in progress. */
export interface UnderWay {
  /** Its answer is there; a stream may still run. */
  readonly answered: () => void
  /** It is over. */
  readonly over: () => void
}

/** The graceful shutdown of a server. */
export class Shutdown extends Context.Service<
  Shutdown,
  {
    readonly phase: () => Phase
    /** Requests in progress, streams among them. */
    readonly open: () => number
    /** Announces a request; its fiber is interrupted if it has no answer when the server ends. */
    readonly enter: (fiber: Fiber.Fiber<unknown, unknown>) => UnderWay
    /** Calls back when the phase becomes `ending`, at once if it is; the returned function unsubscribes. */
    readonly whenEnding: (listener: () => void) => () => void
    /** Goes on to the phase `closing`, for good. */
    readonly close: Effect.Effect<void>
    /** Goes on to the phase `ending`, for good. */
    readonly end: Effect.Effect<void>
    /** Completes when no request is in progress. */
    readonly settled: Effect.Effect<void>
  }
>()("@leadline/core/server/Shutdown") {}

/** A request whose answer is to come, with its place in the list of all. */
interface Unanswered {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  at: number
}

/** The last one takes the place of the one that leaves: a set would be rebuilt every few requests. */
const leave = (all: Array<Unanswered>, one: Unanswered): void => {
  if (all[one.at] !== one) return
  const last = all.pop()
  if (last === undefined || last === one) return
  all[one.at] = last
  last.at = one.at
}

/** A server that serves. */
export const layer: Layer.Layer<Shutdown> = Layer.effect(
  Shutdown,
  Effect.sync(() => {
    const unanswered: Array<Unanswered> = []
    const waiting = new Set<() => void>()
    const listeners = new Set<() => void>()
    let phase: Phase = "serving"
    let open = 0
    return {
      phase: () => phase,
      open: () => open,
      enter: (fiber) => {
        let isOver = false
        open++
        const one = { fiber, at: unanswered.length }
        unanswered.push(one)
        const answered = () => leave(unanswered, one)
        return {
          answered,
          over: () => {
            if (isOver) return
            isOver = true
            answered()
            open--
            if (open === 0) for (const settle of waiting) settle()
          }
        }
      },
      whenEnding: (listener) => {
        if (phase === "ending") listener()
        else listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: Effect.sync(() => {
        if (phase === "serving") phase = "closing"
      }),
      end: Effect.sync(() => {
        phase = "ending"
        // What is interrupted may leave the list at once.
        for (const { fiber } of unanswered.slice()) fiber.interruptUnsafe(undefined, byShutdown)
        for (const listener of listeners) listener()
        listeners.clear()
      }),
      settled: Effect.callback<void>((resume) => {
        if (open === 0) return resume(Effect.void)
        const settle = () => {
          waiting.delete(settle)
          resume(Effect.void)
        }
        waiting.add(settle)
        return Effect.sync(() => waiting.delete(settle))
      })
    }
  })
)

/** Milliseconds for a graceful shutdown, unless configured. */
export const grace = 25_000

/** How a server is ended. Times are milliseconds. */
export interface ShutdownOptions {
  /** All there is. Default 25,000. */
  readonly grace?: number | undefined
  /** Still accepts for so long, so that balancers learn of the end: at most a tenth of the grace. Default 0. */
  readonly linger?: number | undefined
  /** Accepts no more connections. */
  readonly stopAccepting?: Effect.Effect<void> | undefined
  /** Completes when no request is in progress and none can come. Default: when none is in progress. */
  readonly settled?: Effect.Effect<void> | undefined
}

/**
 * Ends a server: not ready and `Connection: close` at once, no new connections after `linger`, and 3 seconds before
 * the grace ends (a quarter of a short one) a last event for each stream and 503 for each request without an answer.
 * Completes when no request is in progress, or half that time before the grace ends.
 */
export const run = Effect.fnUntraced(function* (
  shutdown: Shutdown["Service"],
  options: ShutdownOptions = {}
) {
  const total = options.grace ?? grace
  const notice = Math.min(3_000, total / 4)
  const until = (yield* Clock.currentTimeMillis) + total
  const settledBefore = (left: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.timeoutOption(options.settled ?? shutdown.settled, Math.max(0, until - left - now))
    )
  yield* shutdown.close
  yield* Effect.sleep(Math.min(options.linger ?? 0, total / 10))
  yield* options.stopAccepting ?? Effect.void
  yield* settledBefore(notice)
  yield* shutdown.end
  yield* settledBefore(notice / 2)
})

/** Ends the server when the scope of this layer closes: before what it was built on is released. */
export const layerOnRelease = (options?: ShutdownOptions): Layer.Layer<never, never, Shutdown> =>
  Layer.effectDiscard(
    Effect.flatMap(Shutdown, (shutdown) => Effect.addFinalizer(() => run(shutdown, options)))
  )
