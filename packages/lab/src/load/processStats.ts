// Memory, processor wait and file limits of a process, and figures from metrics.
// Read from /proc on Linux; elsewhere unknown.
import { readFileSync } from "node:fs"

/** Memory of a process in bytes: current and peak. */
export interface Memory {
  readonly now: number
  readonly most: number
}

const mebibyte = 1_048_576

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

/** Bytes as a readable number of MiB. */
export const formatMebibytes = (bytes: number): string =>
  Number.isNaN(bytes) ? "unknown" : `${Math.round(bytes / mebibyte)} MiB`

const schedulerTime = (pid: number | undefined, place: 0 | 1): number =>
  Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[place] ?? Number.NaN) / 1e6

/** Milliseconds that the main thread of a process ran. */
export const cpuTimeOf = (pid: number | undefined): number => schedulerTime(pid, 0)

/** Milliseconds that the main thread of a process was runnable but had no processor. */
export const cpuWaitOf = (pid: number | undefined): number => schedulerTime(pid, 1)

/** The limit of open files, sockets included, for this process and its children; Node raises it to the hard limit. */
export const openFileLimit = (): number =>
  Number(/^Max open files\s+(\d+)/m.exec(read("/proc/self/limits"))?.[1] ?? Infinity)

/** A quantile: 0.5 is the median, 1 the maximum. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b).at(Math.max(0, Math.ceil(values.length * part) - 1)) ?? Number.NaN

/** The series of a metric in Prometheus text: labels and value. */
export const seriesOf = (text: string, name: string): ReadonlyArray<readonly [string, number]> =>
  text.split("\n").flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line)
    return found?.[1] === name ? [[found[2] ?? "", Number(found[3])] as const] : []
  })
