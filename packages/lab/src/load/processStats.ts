// Memory and processor time of a process, read from /proc of Linux, and figures from the metrics of a server.
import { readdirSync, readFileSync } from "node:fs"

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Peak memory of a process in bytes. NaN where the system does not report it, or after the process has ended. */
export const peakMemoryOf = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) * 1024

/** Microseconds of processor time that the threads of a process took. */
export const cpuOf = (pid: number | undefined): number => {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0])
  )
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1_000
}

/** The sum of a metric in Prometheus text, over the series whose labels include a text. */
export const sumOf = (metrics: string, name: string, label = ""): number =>
  metrics.split("\n").reduce((sum, line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line)
    return found?.[1] === name && (found[2] ?? "").includes(label) ? sum + Number(found[3]) : sum
  }, 0)
