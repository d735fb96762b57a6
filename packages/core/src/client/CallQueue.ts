// Limits the calls in progress; the others wait in order.
import * as Effect from "effect/Effect"
import * as ApiError from "../errors/ApiError.ts"
import { durationText } from "../scheduling/durationText.ts"
import { maxTimer } from "../scheduling/timer.ts"
import type { Call } from "./Call.ts"

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

/**
 * A queue that lets so many calls run at a time, first come, first served. A call keeps its slot through all attempts
 * and waits between them, and a stream until its body is over. The clock of a call stands still while it waits here.
 */
export const makeCallQueue = (limit: number): CallQueue => {
  const waiting = new Set<() => void>()
  // One walk over the set for good: a new one for each call would pass all that has left the set before.
  let oldest = waiting.values()
  let running = 0
  const giveOn = (): void => {
    const { done, value } = oldest.next()
    if (done === true) {
      oldest = waiting.values()
      running--
    } else {
      waiting.delete(value)
      value()
    }
  }
  return (call, requests) => {
    const begin = Effect.suspend(() => {
      let wake: (() => void) | undefined
      call.release = () => {
        call.release = () => undefined
        if (wake === undefined || !waiting.delete(wake)) giveOn()
      }
      if (running < limit) {
        running++
        return requests
      }
      return Effect.andThen(
        wait(call, (resolve) => waiting.add((wake = resolve))),
        requests
      )
    })
    return Effect.onExit(begin, () => Effect.sync(() => call.release()))
  }
}
