// Work that a caller's input can make long: done in threads, fair by key group, and ended when it takes too much.
import * as Effect from "effect/Effect"
import { callerGroup } from "../Caller.ts"
import { FairQueue } from "../../scheduling/FairQueue.ts"
import { slowFor, workDeadline, workThreads } from "../../scheduling/limits.ts"
import { boundedOutput } from "./serveWork.ts"
import { type ModuleUrl, type Outcome, startThread, type Thread } from "./workerThread.ts"

declare const performance: { readonly now: () => number }
declare const URL: new (url: string, base: string) => ModuleUrl

interface Job<I, O> {
  readonly group: string
  readonly input: I
  readonly settle: (outcome: Outcome<O> | "here") => void
}

/** Does work in threads. */
export interface WorkerPool<I, O> {
  /**
   * The output for an input. Undefined for work that took too much time or memory, gave too large an output, or an input that cannot be worked on: a
   * RangeError, a SyntaxError. Another error is a defect.
   */
  readonly run: (input: I) => Effect.Effect<O | undefined>
}

/** The options of a pool. */
export interface WorkerPoolOptions<I, O> {
  /** The module of the threads, which calls `serveWork`: its name without extension, beside the address of another. */
  readonly module: string
  readonly beside: string | undefined
  /** The same work in this thread, for runtimes without threads: only for inputs whose time is bounded otherwise. */
  readonly here: (input: I) => O | Promise<O>
  /** Milliseconds of the processor that one piece of work may take. Default: 500. */
  readonly deadline?: number
  /** Characters that an output may have, names and values among them. Default: 2,097,152. */
  readonly most?: number
}

const isOfInput = (error: unknown): boolean => error instanceof RangeError || error instanceof SyntaxError

/** The lane that slow groups share. */
const slowLane = Symbol("slow")

/**
 * A pool, whose threads start with the first work. One group never has all of them, nor have all groups together whose work
 * was ended, so that others need not wait.
 */
export const makeWorkerPool = <I, O>({
  beside = "",
  deadline = workDeadline,
  here,
  module,
  most
}: WorkerPoolOptions<I, O>): WorkerPool<I, O> => {
  const waiting = new FairQueue<Job<I, O>>()
  const running = new Map<string | typeof slowLane, number>()
  /** When the work of a group was last ended. */
  const slowAt = new Map<string, number>()
  let idle: Array<Thread<I, O>> = []
  let started = 0
  let ready = 0
  let hadThread = false
  let hasThreads = beside.startsWith("file:")
  // The sources run as they are, and the build has the same files.
  const url = `./${module}.${/\.ts(?:\?|$)/.test(beside) ? "ts" : "js"}`

  const laneOf = (group: string): string | typeof slowLane =>
    performance.now() - (slowAt.get(group) ?? -Infinity) < slowFor ? slowLane : group

  const hasPlace = (group: string): boolean =>
    (running.get(laneOf(group)) ?? 0) < Math.max(1, workThreads - 1)

  // Work that may have to be ended waits until a thread is there for the others.
  const isAllowed = (group: string): boolean =>
    hasPlace(group) && (laneOf(group) !== slowLane || ready === workThreads)

  const workOn = async (thread: Thread<I, O>, job: Job<I, O>): Promise<void> => {
    const lane = laneOf(job.group)
    running.set(lane, (running.get(lane) ?? 0) + 1)
    const began = performance.now()
    const outcome = await thread
      .work(job.input)
      .catch((error: unknown) => ({ kind: "error" as const, error }))
    // What it took, so that work of a moment goes before that which has to be ended.
    const now = performance.now()
    if (thread.isOver()) slowAt.set(job.group, now)
    waiting.charge(job.group, thread.isOver() ? deadline : Math.min(deadline, now - began))
    const left = (running.get(lane) ?? 1) - 1
    if (left === 0) running.delete(lane)
    else running.set(lane, left)
    if (thread.isOver()) {
      started--
      ready--
    } else idle.push(thread)
    job.settle(outcome)
    next()
  }

  const start = async (): Promise<void> => {
    started++
    const thread = await startThread<I, O>(new URL(url, beside), { deadline, most })
    if (thread !== undefined) {
      hadThread = true
      ready++
      idle.push(thread)
      next()
      return
    }
    started--
    hasThreads = hadThread
    // A runtime that had a thread before is out of something: what waits is ended as if it had begun.
    const outcome = hadThread ? ({ kind: "ended" } as const) : "here"
    for (let job = waiting.take(); job !== undefined; job = waiting.take()) job.settle(outcome)
  }

  /** Gives work to the threads that have none, and starts one where they do not suffice. */
  const next = (): void => {
    const living = idle.filter((thread) => !thread.isOver())
    const ended = idle.length - living.length
    idle = living
    started -= ended
    ready -= ended
    for (;;) {
      const thread = idle.pop()
      const job = thread && waiting.take(isAllowed)
      if (thread === undefined || job === undefined) {
        if (thread !== undefined) idle.push(thread)
        if (started < workThreads && waiting.has(hasPlace)) void start()
        return
      }
      void workOn(thread, job)
    }
  }

  const inThread = (input: I): Effect.Effect<Outcome<O> | "here"> =>
    Effect.contextWith((context: Parameters<typeof callerGroup>[0]) =>
      Effect.callback((resume) => {
        const job: Job<I, O> = {
          group: callerGroup(context),
          input,
          settle: (outcome) => resume(Effect.succeed(outcome))
        }
        waiting.add(job.group, job, 0)
        next()
        return Effect.sync(() => waiting.remove(job.group, job))
      })
    )

  const settled = (outcome: Outcome<O>): Effect.Effect<O | undefined> => {
    if (outcome.kind === "output") return Effect.succeed(outcome.output)
    return outcome.kind === "ended" || isOfInput(outcome.error) ? Effect.undefined : Effect.die(outcome.error)
  }

  const workHere = async (input: I): Promise<Outcome<O>> => {
    try {
      return { kind: "output", output: boundedOutput(await here(input), most) }
    } catch (error) {
      return { kind: "error", error }
    }
  }

  return {
    run: (input) =>
      Effect.suspend(() => (hasThreads ? inThread(input) : Effect.succeed("here" as const))).pipe(
        Effect.filterOrElse(
          (outcome) => outcome !== "here",
          () => Effect.promise(() => workHere(input))
        ),
        Effect.flatMap(settled)
      )
  }
}
