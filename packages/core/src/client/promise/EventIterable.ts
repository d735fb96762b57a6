// Events as an async iterable: opened by the first step, freed by the last, by `break` and by the signal.
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Pull from "effect/Pull"
import * as Stream from "effect/Stream"
import { responseInfoOf, CallReport } from "../Call.ts"
import type { ResponseInfo } from "../response/ResponseInfo.ts"
import type { Runtime } from "./Runtime.ts"
import { noResponse, rejectionOf, type AbortSignalLike } from "./runPromise.ts"

/**
 * The events of one stream, for one `for await`. Nothing is sent before the first step; `break` and `return` end the
 * call and free its connection. A step rejects with the `ApiError` itself, after an abort with the signal's reason.
 */
export interface EventIterable<A> extends AsyncIterable<A, undefined, undefined> {
  /** Opens the stream, if no step has, and gives the head of its answer beside the events. */
  readonly withResponse: () => Promise<{ readonly data: EventIterable<A>; readonly response: ResponseInfo }>
}

type Step<A> = IteratorResult<A, undefined>

/** A promise that somebody holds. */
interface Held<A> {
  readonly resolve: (value: A) => void
  readonly reject: (reason: unknown) => void
}

const hold = <A>(by: Array<Held<A>>): Promise<A> =>
  new Promise((resolve, reject) => by.push({ resolve, reject }))

const nothing = () => undefined

/**
 * {@link EventIterable} over a runtime. One fiber pulls arrays of events, each when it is asked for; a step over an array that
 * is there costs neither fiber nor wait.
 */
export const makeEventIterable = <A, E, E2, R>(
  runtime: Runtime<R>,
  stream: Effect.Effect<Stream.Stream<A, E>, E2, R>,
  signal: AbortSignalLike | undefined
): EventIterable<A> => {
  const report: CallReport = {}
  const steps: Array<Held<Step<A>>> = []
  const heads: Array<Held<unknown>> = []
  const ends: Array<Held<unknown>> = []
  let buffer: ReadonlyArray<A> = []
  let at = 0
  let fiber: Fiber.Fiber<unknown, unknown> | undefined
  let isOpen = false
  let isOver = false
  /** What the next step is told, once. */
  let failure: { readonly reason: unknown } | undefined
  /** Asks for the next array. */
  let ask: () => void = nothing

  const done: Step<A> = { done: true, value: undefined }

  /** Nothing more comes: the first who waits is told why, the others that it is over. */
  const end = (why?: { readonly reason: unknown }): void => {
    if (isOver) return
    isOver = true
    buffer = []
    signal?.removeEventListener("abort", abort)
    for (const { reject } of heads.splice(0)) reject(why === undefined ? noResponse() : why.reason)
    const [first, ...others] = steps.splice(0)
    if (why === undefined) first?.resolve(done)
    else if (first === undefined) failure = why
    else first.reject(why.reason)
    for (const { resolve } of others) resolve(done)
  }

  const leave = (): Promise<unknown> => {
    end()
    if (fiber === undefined) return Promise.resolve()
    fiber.interruptUnsafe()
    return fiber.pollUnsafe() === undefined ? hold(ends) : Promise.resolve()
  }

  const abort = (): void => {
    end({ reason: signal?.reason })
    fiber?.interruptUnsafe()
  }

  const give = (values: ReadonlyArray<A>): void => {
    buffer = values
    at = 0
    while (steps.length > 0 && at < values.length) steps.shift()?.resolve(take())
  }

  const take = (): Step<A> => ({ done: false, value: buffer[at++] as A })

  const asked = Effect.callback<void>((resume) => {
    if (steps.length > 0) resume(Effect.void)
    else ask = () => resume(Effect.void)
  })

  const events = Effect.provideService(stream, CallReport, report).pipe(
    Effect.tap(() =>
      Effect.sync(() => {
        isOpen = true
        for (const { resolve } of heads.splice(0)) resolve(undefined)
      })
    ),
    // Pulled by this fiber alone: no turns to take.
    Effect.flatMap((open) =>
      Effect.flatMap(Effect.scope, (scope) => Channel.toPullScoped(Stream.toChannel(open), scope))
    ),
    Effect.flatMap((pull) => Effect.forever(Effect.flatMap(asked, () => Effect.map(pull, give)))),
    Pull.catchDone(() => Effect.void),
    Effect.scoped
  )

  const open = (): void => {
    if (fiber !== undefined) return
    signal?.addEventListener("abort", abort)
    fiber = runtime.runFork(events)
    fiber.addObserver((exit) => {
      end(Exit.isSuccess(exit) ? undefined : { reason: rejectionOf(exit.cause) })
      for (const { resolve } of ends.splice(0)) resolve(undefined)
    })
  }

  const next = (): Promise<Step<A>> => {
    if (signal?.aborted === true) abort()
    if (at < buffer.length) return Promise.resolve(take())
    if (isOver) {
      const told = failure
      failure = undefined
      return told === undefined ? Promise.resolve(done) : Promise.reject(told.reason)
    }
    const step = hold(steps)
    open()
    ask()
    return step
  }

  const iterator: AsyncIterator<A, undefined, undefined> = {
    next,
    return: () => leave().then(() => done)
  }

  const self: EventIterable<A> = {
    [Symbol.asyncIterator]: () => iterator,
    withResponse: async () => {
      if (signal?.aborted === true) abort()
      if (!isOpen) {
        if (isOver) throw failure === undefined ? noResponse() : failure.reason
        const opened = hold(heads)
        open()
        await opened
      }
      const response = responseInfoOf(report)
      if (response === undefined) throw noResponse()
      return { data: self, response }
    }
  }
  return self
}
