// A thread for work that may have to be ended, with bounds on its time and memory.
import { idleTime, longestWork, workMemory } from "../../scheduling/limits.ts"
import type { Message } from "./serveWork.ts"

declare const setTimeout: (run: () => void, millis: number) => { readonly unref?: () => void }
declare const clearTimeout: (timer: unknown) => void
declare const performance: { readonly now: () => number }

/** The used part of Node's threads. */
interface NodeWorker {
  readonly on: (event: "message" | "error" | "exit", listener: (value: unknown) => void) => unknown
  readonly postMessage: (message: unknown) => void
  readonly terminate: () => Promise<number>
  readonly ref: () => void
  readonly unref: () => void
  /** Microseconds of the processor. Not in every runtime and version. */
  readonly cpuUsage?: () => Promise<{ readonly user: number; readonly system: number }>
}

/** The address of a module, a `file:` URL. */
export interface ModuleUrl {
  readonly href: string
}

interface WorkerThreads {
  readonly Worker: new (url: ModuleUrl, options: object) => NodeWorker
}

declare const process: { readonly getBuiltinModule?: (name: string) => unknown } | undefined

const workerThreads = (): WorkerThreads | undefined =>
  typeof process === "undefined"
    ? undefined
    : (process.getBuiltinModule?.("node:worker_threads") as WorkerThreads | undefined)

/** How work ended: with an output, thrown, or ended by its bounds. */
export type Outcome<O> =
  | { readonly kind: "output"; readonly output: O }
  | { readonly kind: "error"; readonly error: unknown }
  | { readonly kind: "ended" }

/** A thread that works on one input at a time. */
export interface Thread<I, O> {
  readonly work: (input: I) => Promise<Outcome<O>>
  /** Was it ended, by what its work took or after a time without any? Then it takes no more work. */
  readonly isOver: () => boolean
}

/** Ends work that takes longer than its deadline of processor time, unless `stop` is called before. */
const watch = (worker: NodeWorker, deadline: number, end: () => void): (() => void) => {
  const started = performance.now()
  const used = async (): Promise<number> => {
    const usage = await worker.cpuUsage?.()
    return usage === undefined ? performance.now() - started : (usage.user + usage.system) / 1_000
  }
  let isOver = false
  let timer: unknown
  // A thread that is over has none.
  const before = worker.cpuUsage === undefined ? Promise.resolve(0) : used().catch(() => 0)
  const check = async (): Promise<void> => {
    const left = deadline - ((await used()) - (await before))
    if (isOver) return
    if (left <= 0 || performance.now() - started >= longestWork) end()
    else timer = setTimeout(run, Math.max(left, 10))
  }
  const run = (): void => void check().catch(end)
  timer = setTimeout(run, deadline)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** What one piece of work may take, in milliseconds of the processor, and give, in characters. */
interface WorkBounds {
  readonly deadline: number
  readonly most: number | undefined
}

/**
 * Starts a thread with a module that calls {@link serveWork}. The result is undefined where the runtime has no threads or
 * does not find the module.
 */
export const startThread = async <I, O>(
  module: ModuleUrl,
  { deadline, most }: WorkBounds
): Promise<Thread<I, O> | undefined> => {
  const threads = workerThreads()
  if (threads === undefined) return undefined
  let isOver = false
  let settle: ((outcome: Outcome<O> | undefined) => void) | undefined
  const next = () =>
    new Promise<Outcome<O> | undefined>((resolve) => {
      settle = resolve
    })
  const over = (): void => {
    isOver = true
    settle?.({ kind: "ended" })
  }
  const ready = next()
  let worker: NodeWorker
  try {
    worker = new threads.Worker(module, {
      ...(module.href.endsWith(".ts") && { execArgv: ["--conditions=@leadline/source"] }),
      env: {},
      workerData: { most },
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: workMemory, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
    })
  } catch {
    return undefined
  }
  worker.on("message", (message) => {
    const said = message as Message
    if ("ready" in said) settle?.(undefined)
    else if ("error" in said) settle?.({ kind: "error", error: said.error })
    else settle?.({ kind: "output", output: said.output as O })
  })
  worker.on("error", over)
  worker.on("exit", over)
  if ((await ready) !== undefined) return undefined
  worker.unref()
  const end = (): void => {
    over()
    void worker.terminate()
  }
  let rest: { readonly unref?: () => void } | undefined
  /** Ends it after a time without work: it keeps the memory of its largest work. */
  const pause = (): void => {
    rest = setTimeout(end, idleTime)
    rest.unref?.()
  }
  pause()
  return {
    isOver: () => isOver,
    work: async (input) => {
      const outcome = next()
      clearTimeout(rest)
      if (isOver) over()
      worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(input)
      const stop = watch(worker, deadline, end)
      const got = await outcome
      stop()
      worker.unref()
      pause()
      return got ?? { kind: "ended" }
    }
  }
}
