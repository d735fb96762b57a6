// Waits for states of other processes.
import { existsSync, readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

/** Milliseconds after which a state is not waited for any longer: many times what a busy machine needs. */
const longest = 90_000

/** Looks at a state until it holds; fails with its name when it never does. */
export const eventually = async (state: string, holds: () => Promise<boolean> | boolean): Promise<void> => {
  const end = performance.now() + longest
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${longest / 1_000} s for: ${state}`)
    await setTimeout(10)
  }
}

/** Whether a process runs: one that has ended may wait for its parent. */
export const runs = (pid = 0): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
