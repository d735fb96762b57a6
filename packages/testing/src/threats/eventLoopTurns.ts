// How long one turn of the event loop was: processor time, as others may use the machine, too.
import { existsSync, readFileSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"

/** What the longest turn took, in milliseconds. */
export interface LoopTurn {
  /** Processor time of the thread that serves. */
  readonly busy: number
  /** Time on the clock, with what the machine did for others. */
  readonly delay: number
}

const resolution = 5

const schedule = `/proc/self/task/${process.pid}/schedstat`

/** Processor time of this thread in milliseconds; of the process where nobody can tell threads apart. */
const cpuTime = (): number => {
  if (process.threadCpuUsage === undefined && existsSync(schedule)) {
    return Number(readFileSync(schedule, "utf8").split(" ")[0]) / 1e6
  }
  const { system, user } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

/** Watches the loop; each call tells of the time since the last one. */
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
