// Waits for states of other processes.
import { existsSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

/** Milliseconds after which a state is not waited for any longer: many times what a busy machine needs. */
const longest = 90_000

/** Looks at a state until it holds; fails with its name, and with what `found` tells of it, when it never does. */
export const eventually = async (
  state: string,
  holds: () => Promise<boolean> | boolean,
  found: () => string = () => ""
): Promise<void> => {
  const end = performance.now() + longest
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${longest / 1_000} s for: ${state}. ${found()}`)
    await setTimeout(10)
  }
}

/** A signal that ends a call that nothing answers. */
export const bounded = () => AbortSignal.timeout(longest)

/** The promise, or a failure with its name when it never ends. */
export const inTime = async <A>(state: string, promise: Promise<A>, found?: () => string): Promise<A> => {
  let result: { readonly value: A } | undefined
  const settled = promise.then((value) => (result = { value }))
  settled.catch(() => undefined)
  await Promise.race([settled, eventually(state, () => result !== undefined, found)])
  return (await settled).value
}

/** Whether a process runs: one that has ended may wait for its parent. */
export const runs = (pid = 0): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
