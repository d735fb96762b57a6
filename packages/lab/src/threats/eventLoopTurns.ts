// Measures the longest turn of the event loop in processor time, which other processes do not change.
import { existsSync, readFileSync } from "node:fs"

const schedule = `/proc/self/task/${process.pid}/schedstat`

/** Processor time of this thread in milliseconds; of the process where it is not measured per thread. */
const cpuTime = (): number => {
  if (process.threadCpuUsage === undefined && existsSync(schedule)) {
    return Number(readFileSync(schedule, "utf8").split(" ")[0]) / 1e6
  }
  const { system, user } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}

/** Watches the event loop; `longest` says milliseconds, of the time since its last call. */
export const watchEventLoop = () => {
  let [before, busy] = [cpuTime(), 0]
  const timer = setInterval(() => {
    const now = cpuTime()
    busy = Math.max(busy, now - before)
    before = now
  }, 5)
  return {
    longest: (): number => {
      const turn = busy
      busy = 0
      return turn
    },
    stop: () => clearInterval(timer)
  }
}
