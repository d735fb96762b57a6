// Child processes of the benchmark and what is said between them.
import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"

/** An order to a subject. */
export interface Order {
  readonly calls: number
  readonly concurrency: number
}

/** What its calls took together, in microseconds. */
export interface Taken {
  /** Processor time of the process, user and system. */
  readonly cpu: number
  readonly wall: number
}

/** A child process with the messages it sends, one by one. */
export interface Child {
  /** The next message; rejects when the process ends instead. */
  readonly next: () => Promise<unknown>
  readonly tell: (message: object) => void
  readonly end: () => void
}

const nextOf = (child: ChildProcess, name: string) => () =>
  new Promise<unknown>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${name} ended with ${code ?? "a signal"}`))
    child.once("exit", onExit)
    child.once("message", (message) => {
      child.off("exit", onExit)
      resolve(message)
    })
  })

/** A process with its messages. */
export const childOf = (child: ChildProcess, name: string): Child => ({
  next: nextOf(child, name),
  tell: (message) => void child.send(message),
  end: () => void (child.connected && child.disconnect())
})

/** Starts a file of this folder with arguments, and with more flags of Node. */
export const start = (file: string, args: ReadonlyArray<string>, flags: ReadonlyArray<string> = []): Child =>
  childOf(
    fork(join(import.meta.dirname, file), args, {
      execArgv: ["--conditions=@leadline/source", ...flags],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    }),
    [file, ...args].join(" ")
  )
