// The state of one call: idle, running, answered or failed. A second start cancels the first.
import { useEffect, useRef, useState } from "preact/hooks"
import type { Head, Problem, Reply } from "../protocol.ts"
import { DemoServerError } from "./api.ts"

/** The state of a call. */
export type CallState<A> =
  | { readonly is: "idle" }
  | { readonly is: "running" }
  | { readonly is: "answered"; readonly data: A; readonly head: Head }
  | { readonly is: "failed"; readonly problem: Problem }

/** The problem for an error thrown by a call of the demo server. */
export const problemFrom = (error: unknown): Problem => ({
  _tag: `Demo${error instanceof DemoServerError ? error.kind : "Page"}`,
  message: error instanceof DemoServerError ? error.message : "Something on this page failed."
})

/** A call that can be started, restarted and stopped. */
export const useCall = <A>() => {
  const [state, set] = useState<CallState<A>>({ is: "idle" })
  const running = useRef<AbortController | undefined>(undefined)
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    set((now) => (now.is === "running" ? { is: "idle" } : now))
  }
  const start = async (make: (signal: AbortSignal) => Promise<Reply>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    set({ is: "running" })
    const reply = await make(controller.signal).catch((error: unknown): Reply => ({
      ok: false,
      problem: problemFrom(error)
    }))
    if (running.current !== controller) return
    running.current = undefined
    set(
      reply.ok
        ? { is: "answered", data: reply.data as A, head: reply.head }
        : { is: "failed", problem: reply.problem }
    )
  }
  useEffect(() => () => running.current?.abort(), [])
  return { state, start, stop }
}
