// Listens for unhandled rejections and uncaught errors on any runtime.

interface Process {
  readonly on?: (name: string, listener: (reason: unknown) => void) => void
  readonly off?: (name: string, listener: (reason: unknown) => void) => void
}

const textOf = (reason: unknown): string =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)

/** Keeps errors as text until stopped. Node and Bun emit on `process`, all others dispatch an event. */
export const watch = () => {
  const heard: Array<string> = []
  const note = (reason: unknown) => void heard.push(textOf(reason))
  const dispatched = (event: Event) => {
    const { error, message, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>
    // A runtime that goes on would still print it, or end with an exit code of its own.
    event.preventDefault()
    note(reason ?? error ?? message)
  }
  const { process } = globalThis as { readonly process?: Process }
  const isEmitted = process?.on !== undefined && !Reflect.has(globalThis, "Deno")
  if (isEmitted) {
    process.on?.("unhandledRejection", note)
    process.on?.("uncaughtException", note)
  } else {
    globalThis.addEventListener("unhandledrejection", dispatched)
    globalThis.addEventListener("error", dispatched)
  }
  const stop = () => {
    process?.off?.("unhandledRejection", note)
    process?.off?.("uncaughtException", note)
    globalThis.removeEventListener?.("unhandledrejection", dispatched)
    globalThis.removeEventListener?.("error", dispatched)
  }
  return { heard, stop }
}
