// Child processes and folders of the laboratory: they go when this process ends.
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"

const children = new Set<ChildProcess>()

process.prependListener("exit", () => children.forEach((child) => child.kill("SIGKILL")))

/** Kills the child when this process exits, before other exit handlers, which remove its folders. */
export const killOnExit = <A extends ChildProcess>(child: A): A => {
  children.add(child)
  child.once("exit", () => children.delete(child))
  return child
}

/** Exits on signals, so that exit handlers run. */
export const exitOnSignals = (): void => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => process.exit(128 + constants.signals[signal]))
}

const folders = new Set<string>()

/** Removes a folder of {@link newFolder} at once. */
export const removeFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}

/** A new temporary folder, which goes when this process exits. */
export const newFolder = (): string => {
  if (folders.size === 0) process.once("exit", () => folders.forEach(removeFolder))
  const folder = mkdtempSync(join(tmpdir(), "leadline-lab-"))
  folders.add(folder)
  return folder
}

/** The environment of a child that inherits nothing else: PATH, and Node's compile cache, which makes starts cheaper. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE, PATH } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}

/** Waits so many milliseconds. */
export const pause = (milliseconds: number): Promise<void> => delay(milliseconds)

/** Waits until a condition holds, so many milliseconds at most; whether it came to hold. */
export const holdsWithin = async (
  milliseconds: number,
  holds: () => boolean | Promise<boolean>,
  every = 2
): Promise<boolean> => {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) return false
    await pause(every)
  }
  return true
}

/** Runs jobs in their order, so many at once. */
export const inParallel = async (count: number, jobs: Iterable<() => Promise<unknown>>): Promise<void> => {
  const queue = jobs[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await next.value()
  }
  await Promise.all(Array.from({ length: count }, worker))
}

/** Whether a server says that it is ready; undefined when it does not say so in time. */
export const isReady = (baseUrl: string): Promise<boolean | undefined> =>
  fetch(`${baseUrl}/-/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status === 200
    },
    (error: unknown) => (error instanceof Error && error.name === "TimeoutError" ? undefined : false)
  )

/** Forks a file of this folder with arguments. */
export const forkChild = (file: string, args: ReadonlyArray<string> = []) => {
  const child = killOnExit(
    fork(join(import.meta.dirname, file), args, {
      execArgv: ["--conditions=@leadline/source"],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
  )
  return {
    /** The next message; rejects when the process ends instead. */
    next: () =>
      new Promise<unknown>((resolve, reject) => {
        const onExit = () => reject(new Error(`${file} has ended`))
        child.once("exit", onExit)
        child.once("message", (message) => {
          child.off("exit", onExit)
          resolve(message)
        })
      }),
    tell: (message: object) => void child.send(message),
    /** Lets it end, which it does when its parent leaves. */
    end: () => void (child.connected && child.disconnect())
  }
}

/** A child process with the messages it sends. */
export type Child = ReturnType<typeof forkChild>

/** The message of a child, or an error when it says one. */
export const received = async <A extends object>(child: Child): Promise<A> => {
  const message = (await child.next()) as A & { readonly failure?: string }
  if (message.failure !== undefined) throw new Error(message.failure)
  return message
}

/** Sends an order and waits for the answer. */
export const order = <A extends object>(child: Child, message: object): Promise<A> => {
  const answer = received<A>(child)
  child.tell(message)
  return answer
}
