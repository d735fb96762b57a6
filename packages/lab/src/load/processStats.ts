// Memory, wait for a processor, and file limits of a process; figures from the metrics of a server.
// Read from /proc on Linux; elsewhere unknown.
import { readdirSync, readFileSync } from "node:fs"

/** Memory of a process in bytes: current and peak. */
export interface Memory {
  readonly now: number
  readonly most: number
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** NaN where the system does not report it, or after the process has ended. */
export const memoryOf = (pid: number | undefined): Memory => {
  const status = read(`/proc/${pid}/status`)
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) * 1024
  return { now: bytes("VmRSS"), most: bytes("VmHWM") }
}

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

/** The limit of open files, sockets included, for this process and its children; Node raises it to the hard limit. */
export const openFileLimit = (): number =>
  Number(/^Max open files\s+(\d+)/m.exec(read("/proc/self/limits"))?.[1] ?? Infinity)

/** The series of a metric in Prometheus text: labels and value. */
export const seriesOf = (text: string, name: string): ReadonlyArray<readonly [string, number]> =>
  text.split("\n").flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line)
    return found?.[1] === name ? [[found[2] ?? "", Number(found[3])] as const] : []
  })

/** The metrics of a server as Prometheus text; empty while it does not answer. */
export const metricsOf = (baseUrl: string): Promise<string> =>
  fetch(`${baseUrl}/-/metrics`).then(
    (response) => response.text(),
    () => ""
  )
