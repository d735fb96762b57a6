// What the system knows of a process: its memory, and how many files it may open.
// Linux tells it under /proc; elsewhere the numbers are unknown.
import { readFileSync } from "node:fs"

/** Memory of a process in bytes: now, and the most it ever was. */
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

/** Not a number where the system does not tell, or when the process is gone. */
export const memoryOf = (pid: number | undefined): Memory => {
  const status = read(`/proc/${pid}/status`)
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) * 1024
  return { now: bytes("VmRSS"), most: bytes("VmHWM") }
}

/** Bytes for people. */
export const formatMebibytes = (bytes: number): string =>
  Number.isNaN(bytes) ? "unknown" : `${Math.round(bytes / mebibyte)} MiB`

/** Milliseconds that the main thread of a process could have run and waited for a core: others had them. */
export const cpuWaitOf = (pid: number | undefined): number =>
  Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(" ")[1] ?? Number.NaN) / 1e6

/** Files, sockets among them, that this process and its children may open; Node raises it to the hard limit. */
export const openFileLimit = (): number =>
  Number(/^Max open files\s+(\d+)/m.exec(read("/proc/self/limits"))?.[1] ?? Infinity)

/** The value at a part of the sorted values: 0.5 is the median, 1 the most. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b).at(Math.max(0, Math.ceil(values.length * part) - 1)) ?? Number.NaN

/** All series of a metric as Prometheus writes them: labels and value. */
export const seriesOf = (text: string, name: string): ReadonlyArray<readonly [string, number]> =>
  text.split("\n").flatMap((line) => {
    const found = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line)
    return found?.[1] === name ? [[found[2] ?? "", Number(found[3])] as const] : []
  })
