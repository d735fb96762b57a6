// Listens for unhandled rejections and uncaught errors on any runtime.

/** Errors so far, as text. */
export interface Watch {
  readonly heard: Array<string>
  /** Stops listening. */
  readonly stop: () => void
}

interface Process {
  readonly on?: (name: string, listener: (reason: unknown) => void) => void
  readonly off?: (name: string, listener: (reason: unknown) => void) => void
}

const textOf = (reason: unknown): string =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)

/** Listens until stopped. Node and Bun emit on `process`, all others dispatch an event. */
export const watch = (): Watch => {
  const heard: Array<string> = []
  const note = (reason: unknown) => void heard.push(textOf(reason))
  const dispatched = (event: Event) => {
    const { error, message, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>
    // A runtime that goes on would still print it, or end with an exit code of its own.
    event.preventDefault()
    note(reason ?? error ?? message)
  }
  const { process } = globalThis as { readonly process?: Process }
  const hasProcess = process?.on !== undefined && !Reflect.has(globalThis, "Deno")
  if (hasProcess) {
    process.on?.("unhandledRejection", note)
    process.on?.("uncaughtException", note)
  } else {
    globalThis.addEventListener("unhandledrejection", dispatched)
    globalThis.addEventListener("error", dispatched)
  }
  return {
    heard,
    stop: () => {
      if (hasProcess) {
        process.off?.("unhandledRejection", note)
        process.off?.("uncaughtException", note)
      } else {
        globalThis.removeEventListener("unhandledrejection", dispatched)
        globalThis.removeEventListener("error", dispatched)
      }
    }
  }
}
