// The thread's side of bounded work. It imports next to nothing: each thread has a copy of what it imports.
import { workOutput } from "../../scheduling/limits.ts"

interface Port {
  readonly on: (event: "message", listener: (input: never) => void) => unknown
  readonly postMessage: (message: Message) => void
}

declare const process:
  | { readonly getBuiltinModule?: (name: string) => { readonly parentPort: Port | null } | undefined }
  | undefined

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

/**
 * Makes the module that calls it the one of a thread: it answers each input with what `work` gives, of so many characters
 * at most.
 */
export const serveWork = (work: (input: never) => unknown, most?: number): void => {
  const port =
    typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:worker_threads")?.parentPort
  port?.on("message", (input) => {
    try {
      port.postMessage({ output: boundedOutput(work(input), most) })
    } catch (error) {
      port.postMessage({ error })
    }
  })
  port?.postMessage({ ready: true })
}
