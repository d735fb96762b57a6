// The state of a call or a stream: a second start cancels the first. And of what is loaded once.
import { useEffect, useRef, useState } from "preact/hooks"
import type { Problem } from "../protocol.ts"
import { problemFrom } from "./api.ts"

/** A call or a stream, and what it has given so far. */
export interface Run<A> {
  readonly is: "idle" | "running" | "done" | "stopped" | "failed"
  readonly value?: A
  readonly problem?: Problem
  /** Values so far, and milliseconds from the start to the first and to the last. */
  readonly events: number
  readonly firstAt: number
  readonly lastAt: number
}

/** Makes a call, which gives a value, or a stream, which shows one after the other. */
type Make<A> = (signal: AbortSignal, show: (value: A) => void) => Promise<A | void>

const idle = { is: "idle", events: 0, firstAt: 0, lastAt: 0 } as const

/** A run that can be started, started once more, stopped and cleared. */
export const useRun = <A>() => {
  const [run, set] = useState<Run<A>>(idle)
  const current = useRef<AbortController | undefined>(undefined)
  const last = useRef<Make<A>>(() => Promise.resolve())
  const end = (state: (before: Run<A>) => Run<A>) => {
    current.current?.abort()
    current.current = undefined
    set(state)
  }
  const start = async (make: Make<A>) => {
    end(() => ({ ...idle, is: "running" }))
    const own = new AbortController()
    current.current = own
    last.current = make
    const change = (state: (before: Run<A>) => Run<A>) => current.current === own && set(state)
    const startedAt = performance.now()
    const show = (value: A) => {
      const lastAt = performance.now() - startedAt
      change(({ events, firstAt }) => ({
        is: "running",
        value,
        events: events + 1,
        firstAt: events === 0 ? lastAt : firstAt,
        lastAt
      }))
    }
    await make(own.signal, show).then(
      (value) => {
        if (value !== undefined) show(value)
        change((before) => ({ ...before, is: "done" }))
      },
      (error: unknown) => change((before) => ({ ...before, is: "failed", problem: problemFrom(error) }))
    )
    if (current.current === own) current.current = undefined
  }
  useEffect(() => () => current.current?.abort(), [])
  return {
    run,
    start: (make: Make<A>) => void start(make),
    again: () => void start(last.current),
    stop: () => end((before) => (before.is === "running" ? { ...before, is: "stopped" } : before)),
    clear: () => end(() => idle)
  }
}

/** {@link useRun}. */
export type Runner<A> = ReturnType<typeof useRun<A>>

/** Something loaded when it is first shown; it stays while it is loaded again. */
export const useLoaded = <A>(load: () => Promise<A>) => {
  const [loaded, set] = useState<{ readonly value?: A; readonly problem?: Problem }>({})
  const reload = () =>
    load().then(
      (value) => set({ value }),
      (error: unknown) => set((before) => ({ ...before, problem: problemFrom(error) }))
    )
  useEffect(() => void reload(), [])
  return { ...loaded, reload }
}
