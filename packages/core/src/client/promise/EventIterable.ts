// Events as an async iterable: opened by the first step; closed by the last one, by `break` and by the signal.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Stream from "effect/Stream"
import { loadStreams } from "#load-streams"
import { type Call, CallObserver } from "../Call.ts"
import { responseInfoOf } from "../responseAccess.ts"
import type { ResponseInfo } from "../response/ResponseInfo.ts"
import {
  type AbortSignalLike,
  type CallerStack,
  noResponse,
  rejectionOf,
  type RunFork
} from "./runPromise.ts"

/**
 * The events of one stream, for one `for await`; a second one throws an Error: use `tee()`. Nothing is sent before the
 * first step; `break` and `return` end the call and free its connection. A step rejects with the `ApiError` itself,
 * after an abort with the signal's reason.
 */
export interface EventIterable<A> extends AsyncIterable<A, undefined, undefined> {
  /** Opens the stream if no step has done so, and gives its HTTP response. */
  readonly withResponse: () => Promise<{ readonly data: EventIterable<A>; readonly response: ResponseInfo }>
  /**
   * Two iterables of the same events over one connection, in place of this one. Read both at once: events that one has
   * read and the other has not are kept in memory, without a limit. The call ends when both were left.
   */
  readonly tee: () => [EventIterable<A>, EventIterable<A>]
}

type Step<A> = IteratorResult<A, undefined>

interface Pending<A> {
  readonly resolve: (value: A) => void
  readonly reject: (reason: unknown) => void
}

const pendingIn = <A>(list: Array<Pending<A>>): Promise<A> =>
  new Promise((resolve, reject) => list.push({ resolve, reject }))

const nothing = () => undefined

const done = { done: true, value: undefined } as const

/** The steps of a stream that runs. */
interface Steps<A> {
  readonly next: () => Promise<Step<A>>
  readonly return: () => Promise<Step<A>>
}

/** Steps for two readers. A step that one has taken waits for the other, unless that one has left. */
const split = <A>(steps: Steps<A>): [Steps<A>, Steps<A>] => {
  const readers = new Set<Array<Promise<Step<A>>>>()
  const branch = (): Steps<A> => {
    const taken: Array<Promise<Step<A>>> = []
    readers.add(taken)
    return {
      next: async () => {
        if (!readers.has(taken)) return done
        if (taken.length === 0) {
          const step = steps.next()
          for (const reader of readers) reader.push(step)
        }
        return taken.shift() ?? done
      },
      return: async () => (readers.delete(taken) && readers.size === 0 ? steps.return() : done)
    }
  }
  return [branch(), branch()]
}

/** An {@link EventIterable} over steps. */
const readOnce = <A>(steps: Steps<A>, opened: () => Promise<ResponseInfo>): EventIterable<A> => {
  let isTaken = false
  const take = (): Steps<A> => {
    if (isTaken) throw new Error("A stream can be read once. Use tee() to read it twice.")
    isTaken = true
    return steps
  }
  const self: EventIterable<A> = {
    [Symbol.asyncIterator]: take,
    withResponse: async () => ({ response: await opened(), data: self }),
    tee: () => {
      const [left, right] = split(take())
      return [readOnce(left, opened), readOnce(right, opened)]
    }
  }
  return self
}

/**
 * An {@link EventIterable} over a stream. One fiber pulls arrays of events, each on demand; a step within an array
 * takes neither a fiber nor a wait.
 */
export const makeEventIterable = <A, E, E2, R>(
  runFork: RunFork<R>,
  stream: Effect.Effect<Stream.Stream<A, E>, E2, R>,
  signal: AbortSignalLike | undefined,
  caller: CallerStack
): EventIterable<A> => {
  let call: Call | undefined
  const steps: Array<Pending<Step<A>>> = []
  const openings: Array<Pending<unknown>> = []
  const closings: Array<Pending<unknown>> = []
  let buffer: ReadonlyArray<A> = []
  let at = 0
  let fiber: Fiber.Fiber<unknown, unknown> | undefined
  let isOpen = false
  let isOver = false
  /** The next step rejects with it, once. */
  let failure: { readonly reason: unknown } | undefined
  /** Asks for the next array. */
  let demand: () => void = nothing

  /** Settles all pending promises: the first step with the failure, the others as done. */
  const end = (why?: { readonly reason: unknown }): void => {
    if (isOver) return
    isOver = true
    buffer = []
    signal?.removeEventListener("abort", abort)
    for (const { reject } of openings.splice(0)) reject(why === undefined ? noResponse() : why.reason)
    const [first, ...others] = steps.splice(0)
    if (why === undefined) first?.resolve(done)
    else if (first === undefined) failure = why
    else first.reject(why.reason)
    for (const { resolve } of others) resolve(done)
  }

  const close = (): Promise<unknown> => {
    end()
    if (fiber === undefined) return Promise.resolve()
    fiber.interruptUnsafe()
    return fiber.pollUnsafe() === undefined ? pendingIn(closings) : Promise.resolve()
  }

  const abort = (): void => {
    end({ reason: signal?.reason })
    fiber?.interruptUnsafe()
  }

  const deliver = (values: ReadonlyArray<A>) =>
    Effect.sync(() => {
      buffer = values
      at = 0
      while (steps.length > 0 && at < values.length) steps.shift()?.resolve(take())
    })

  const take = (): Step<A> => ({ done: false, value: buffer[at++] as A })

  const waiting = Effect.callback<void>((resume) => {
    if (steps.length > 0) resume(Effect.void)
    else demand = () => resume(Effect.void)
  })
  /** Timers run between two arrays, also of a stream that never waits. */
  const demanded = Effect.andThen(Effect.yieldNow, waiting)

  const events = Effect.provideService(stream, CallObserver, (begun) => {
    call = begun
  }).pipe(
    Effect.flatMap((opened) => {
      isOpen = true
      for (const { resolve } of openings.splice(0)) resolve(undefined)
      // The stream begins before it waits: one that is left then is closed.
      return Effect.flatMap(loadStreams, ({ runForEachArray, transformPull }) =>
        runForEachArray(
          transformPull(opened, (pull) => Effect.succeed(Effect.andThen(demanded, pull))),
          deliver
        )
      )
    })
  )

  const open = (): void => {
    if (fiber !== undefined) return
    signal?.addEventListener("abort", abort)
    fiber = runFork(events)
    fiber.addObserver((exit) => {
      end(Exit.isSuccess(exit) ? undefined : { reason: rejectionOf(exit.cause, caller) })
      for (const { resolve } of closings.splice(0)) resolve(undefined)
    })
  }

  const next = (): Promise<Step<A>> => {
    if (signal?.aborted === true) abort()
    if (at < buffer.length) return Promise.resolve(take())
    if (isOver) {
      const why = failure
      failure = undefined
      return why === undefined ? Promise.resolve(done) : Promise.reject(why.reason)
    }
    const step = pendingIn(steps)
    open()
    demand()
    return step
  }

  return readOnce({ next, return: () => close().then(() => done) }, async () => {
    if (signal?.aborted === true) abort()
    if (!isOpen) {
      if (isOver) throw failure === undefined ? noResponse() : failure.reason
      const opened = pendingIn(openings)
      open()
      await opened
    }
    const response = responseInfoOf(call)
    if (response === undefined) throw noResponse()
    return response
  })
}
