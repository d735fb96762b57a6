// The state of one streaming call: its events so far, and how it ended. Stopping cancels the call.
// Source: §6.
import { useEffect, useRef, useState } from "preact/hooks"
import type { Problem, StreamName } from "../protocol.ts"
import { stream } from "./api.ts"
import { problemFrom } from "./useCall.ts"

/** A stream reduced to one value. */
export interface StreamState<A> {
  readonly is: "idle" | "waiting" | "running" | "done" | "stopped" | "failed"
  readonly value: A
  readonly events: number
  /** Milliseconds from the start: to the first event, and to the last. */
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  readonly problem: Problem | undefined
}

/** Before the first call. */
const idle = <A>(value: A): StreamState<A> => ({
  is: "idle",
  value,
  events: 0,
  firstAt: undefined,
  lastAt: undefined,
  problem: undefined
})

/** Whether a stream is open. */
export const isActive = ({ is }: { readonly is: StreamState<unknown>["is"] }): boolean =>
  is === "waiting" || is === "running"

/** A stream that can be started, restarted, stopped and cleared. `fold` reduces one event into the value. */
export const useStream = <A>(none: A, fold: (value: A, event: unknown) => A) => {
  const [state, set] = useState(() => idle(none))
  const running = useRef<AbortController | undefined>(undefined)
  const end = (is: "done" | "stopped" | "failed", problem?: Problem) => {
    running.current = undefined
    set((before) => (isActive(before) ? { ...before, is, problem } : before))
  }
  const stop = () => {
    running.current?.abort()
    end("stopped")
  }
  const clear = () => {
    running.current?.abort()
    running.current = undefined
    set(idle(none))
  }
  const start = async (operation: StreamName, request: unknown) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    set({ ...idle(none), is: "waiting" })
    const startedAt = performance.now()
    const events = stream(operation, request, controller.signal)
    try {
      let next = await events.next()
      while (next.done !== true) {
        if (running.current !== controller) return
        const event = next.value
        const at = performance.now() - startedAt
        set((before) => ({
          ...before,
          is: "running",
          value: fold(before.value, event),
          events: before.events + 1,
          firstAt: before.firstAt ?? at,
          lastAt: at
        }))
        next = await events.next()
      }
      if (running.current === controller) end(next.value === undefined ? "done" : "failed", next.value)
    } catch (error) {
      if (running.current === controller) end("failed", problemFrom(error))
    }
  }
  useEffect(() => () => running.current?.abort(), [])
  return { state, start, stop, clear }
}
