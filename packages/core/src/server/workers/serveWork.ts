// The thread's side of bounded work. It imports next to nothing: each thread has a copy of what it imports.
import { workOutput } from "../../scheduling/limits.ts"

interface Port {
  readonly on: (event: "message", listener: (input: never) => void) => unknown
  readonly postMessage: (message: Message) => void
}

/** The used part of Node's threads, as a thread sees it. `workerData` is what its pool gave it. */
interface OwnThread {
  readonly parentPort: Port | null
  readonly workerData?: { readonly most?: number } | null
}

declare const process: { readonly getBuiltinModule?: (name: string) => OwnThread | undefined } | undefined

/** What a thread says: it has started, or the outcome of its work. */
export type Message = { readonly ready: true } | { readonly output: unknown } | { readonly error: unknown }

/** An output that is no larger than its bound, as it was; each value counts as a character at least. */
export const boundedOutput = <O>(output: O, most = workOutput): O => {
  let left = most
  const count = (value: unknown): void => {
    left -= typeof value === "string" ? value.length + 1 : 1
    if (left < 0) throw new RangeError("The output is too large.")
    if (typeof value !== "object" || value === null) return
    if (Array.isArray(value)) return value.forEach(count)
    for (const [name, entry] of Object.entries(value)) {
      left -= name.length
      count(entry)
    }
  }
  count(output)
  return output
}

/** Makes the module that calls it the one of a thread: it answers each input with what `work` gives. */
export const serveWork = (work: (input: never) => unknown): void => {
  const own = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:worker_threads")
  const port = own?.parentPort
  port?.on("message", (input) => {
    try {
      port.postMessage({ output: boundedOutput(work(input), own?.workerData?.most) })
    } catch (error) {
      port.postMessage({ error })
    }
  })
  port?.postMessage({ ready: true })
}
