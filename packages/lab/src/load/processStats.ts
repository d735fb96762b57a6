// Memory, processor time and waits for a processor of a process, and figures from the metrics of a server.
// Read from /proc on Linux; elsewhere unknown.
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

/** Milliseconds that the main thread of a process was runnable but had no processor. */
export const cpuWaitOf = (pid: number | undefined): number =>
  Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[1] ?? Number.NaN) / 1e6

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

/** The metrics of a server as Prometheus text; empty while it does not answer. */
export const metricsOf = (baseUrl: string): Promise<string> =>
  fetch(`${baseUrl}/-/metrics`).then(
    (response) => response.text(),
    () => ""
  )
