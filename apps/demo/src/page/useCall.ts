// The state of one call: nothing yet, under way, answered, failed. A second start ends the first.
import { useEffect, useRef, useState } from "preact/hooks"
import type { Head, Problem, Reply } from "../protocol.ts"
import { DemoServerError } from "./api.ts"

/** What is known of a call. */
export type CallState<A> =
  | { readonly is: "idle" }
  | { readonly is: "running" }
  | { readonly is: "answered"; readonly data: A; readonly head: Head }
  | { readonly is: "failed"; readonly problem: Problem }

/** The problem of whatever was thrown on the way to the demo's server. */
export const problemFrom = (error: unknown): Problem => ({
  _tag: `Demo${error instanceof DemoServerError ? error.kind : "Page"}`,
  message: error instanceof DemoServerError ? error.message : "Something on this page failed."
})

/** A call that can be started, started again and stopped. */
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
    const mine = new AbortController()
    running.current = mine
    set({ is: "running" })
    const reply = await make(mine.signal).catch((error: unknown): Reply => ({
      ok: false,
      problem: problemFrom(error)
    }))
    if (running.current !== mine) return
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
