// Limits the calls in progress; the others wait in order, and owners take turns.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import { durationText } from "../scheduling/durationText.ts"
import { maxTimer } from "../scheduling/timer.ts"
import type { Call } from "./Call.ts"

/** Whose a call is, for a client that calls for several. Default: all calls are of one. */
export const CallOwner = Context.Reference<string>("@leadline/core/client/CallOwner", {
  defaultValue: () => ""
})

/** Runs the requests of a call once it has a slot. */
export type CallQueue = <A>(
  call: Call,
  requests: Effect.Effect<A, ApiError.ApiError>
) => Effect.Effect<A, ApiError.ApiError>

/** Waits until it is woken, for the `queueTimeout` of the call at most. */
const wait = (call: Call, begin: (wake: () => void) => void) =>
  Effect.callback<void, ApiError.ApiError>((resume) => {
    const timeout = call.timeoutOption("queueTimeout", Infinity)
    // Also without a timeout: workerd ends a request that waits for another one and has no timer of its own.
    const cancel = call.setTimer(Math.min(timeout, maxTimer), () =>
      resume(
        Effect.fail(
          new ApiError.DeadlineExceededError({
            message: `The call waited ${durationText(timeout)} for a slot of \`concurrency\`.`,
            phase: "queue",
            sent: false
          })
        )
      )
    )
    // In a worker a request may only be sent from its own event: a promise keeps that context, a callback does not.
    void new Promise<void>(begin).then(() => {
      cancel?.()
      call.restart()
      resume(Effect.void)
    })
    return Effect.sync(() => cancel?.())
  })

/** The calls of one owner that wait. */
interface Lane {
  readonly waiting: Set<() => void>
  // One walk over the set for good: a new one for each call would pass all that has left the set before.
  readonly oldest: Iterator<() => void>
}

const makeLane = (): Lane => {
  const waiting = new Set<() => void>()
  return { waiting, oldest: waiting.values() }
}

/**
 * A queue that lets so many calls run at a time: of each owner first come, first served, and one of each owner in turn. A
 * call keeps its slot through all attempts and waits between them, and a stream until its body is over. The clock of a call
 * stands still while it waits here.
 */
export const makeCallQueue = (limit: number): CallQueue => {
  /** By owner, in the order of their turns. */
  const lanes = new Map<string, Lane>()
  let running = 0
  const giveOn = (): void => {
    for (const [owner, lane] of lanes) {
      lanes.delete(owner)
      const { done, value } = lane.oldest.next()
      if (done === true) continue
      lanes.set(owner, lane)
      lane.waiting.delete(value)
      return value()
    }
    running--
  }
  return (call, requests) => {
    const begin = Effect.withFiber((fiber) => {
      const isNext = running < limit
      // Who has not joined the queue yet has no slot to give on.
      let leave = () => !isNext
      call.release = () => {
        call.release = () => undefined
        if (!leave()) giveOn()
      }
      if (isNext) {
        running++
        return requests
      }
      const join = (wake: () => void): void => {
        const owner = fiber.getRef(CallOwner)
        const lane = lanes.get(owner) ?? makeLane()
        lanes.set(owner, lane)
        lane.waiting.add(wake)
        leave = () => lane.waiting.delete(wake)
      }
      return Effect.andThen(wait(call, join), requests)
    })
    return Effect.onExit(begin, () => Effect.sync(() => call.release()))
  }
}
