// Measures the longest turn of the event loop in processor time, which other processes do not change.
import { existsSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"

/** The longest turn, in milliseconds. */
export interface LoopTurn {
  /** Processor time of the serving thread. */
  readonly busy: number
  /** Wall-clock delay, other processes included. */
  readonly delay: number
}

const resolution = 5

const schedule = `/proc/self/task/${process.pid}/schedstat`

/** Processor time of this thread in milliseconds; of the process where it is not measured per thread. */
const cpuTime = (): number => {
  if (process.threadCpuUsage === undefined && existsSync(schedule)) {
    return Number(readFileSync(schedule, "utf8").split(" ")[0]) / 1e6
  }
  const { system, user } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

/** Watches the event loop; `longest` covers the time since its last call. */
export const watchEventLoop = () => {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let before = cpuTime()
  let busy = 0
  const timer = setInterval(() => {
    const now = cpuTime()
    busy = Math.max(busy, now - before)
    before = now
  }, resolution)
  return {
    longest: (): LoopTurn => {
      const turn = { busy, delay: delays.max / 1e6 }
      delays.reset()
      busy = 0
      return turn
    },
    stop: () => {
      clearInterval(timer)
      delays.disable()
    }
  }
}
