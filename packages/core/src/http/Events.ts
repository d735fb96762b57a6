// Events as an async iterable: opened by the first step, freed by the last, by `break` and by the signal.
// Source: none; the shape of the library itself.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { withResponse } from "./Call.ts"
import type { ResponseHead } from "./head.ts"
import { noHead, settle, type Signal } from "./settle.ts"

/**
 * The events of one stream, for one `for await`. Nothing is sent before the first step; `break` and `return` end the
 * call and free its connection. A step rejects with the `ApiError` itself, after an abort with the signal's reason.
 */
export interface Events<A> extends AsyncIterable<A, undefined, undefined> {
  /** Opens the stream, if no step has, and gives the head of its answer beside the events. */
  readonly withResponse: () => Promise<{ readonly data: Events<A>; readonly response: ResponseHead }>
}

const nothing = () => undefined

/** {@link Events} over a runtime. */
export const makeEvents = <A, E, E2, R>(
  runtime: ManagedRuntime.ManagedRuntime<R, never>,
  stream: Effect.Effect<Stream.Stream<A, E>, E2, R>,
  signal: Signal | undefined
): Events<A> => {
  const scope = Scope.makeUnsafe()
  const done = { done: true, value: undefined } as const
  let buffer: Iterator<A> = [][Symbol.iterator]()
  let isOver = false
  let isAbortTold = false
  let interrupt: () => void = nothing
  let turn: Promise<unknown> = Promise.resolve()

  const run = <B, E3>(effect: Effect.Effect<B, E3, R>): Promise<B> =>
    settle(runtime, effect, signal, (stop) => {
      interrupt = stop
    })

  const free = Effect.suspend(() => Scope.close(scope, Exit.void))
  const finish = (): Promise<void> => {
    if (isOver) return Promise.resolve()
    isOver = true
    signal?.removeEventListener("abort", finish)
    interrupt()
    return Effect.runPromise(free)
  }

  const openOnce = () => {
    signal?.addEventListener("abort", finish)
    return run(withResponse(Effect.flatMap(stream, (some) => Scope.provide(Stream.toPull(some), scope))))
  }
  let opened: ReturnType<typeof openOnce> | undefined
  const open = () => (opened ??= openOnce())

  const more = async (): Promise<ReadonlyArray<A>> => {
    const { data: pull } = await open()
    return run(Pull.catchDone(pull, () => Effect.succeed<ReadonlyArray<A>>([])))
  }

  const step = async (): Promise<IteratorResult<A, undefined>> => {
    if (signal?.aborted === true && !isAbortTold) {
      isAbortTold = true
      await finish()
      throw signal.reason
    }
    const next = isOver ? done : buffer.next()
    if (next.done !== true) return next
    if (isOver) return done
    try {
      const values = await more()
      if (values.length === 0) await finish()
      buffer = values[Symbol.iterator]()
    } catch (error) {
      const isLeft = isOver
      await finish()
      if (signal?.aborted === true) isAbortTold = true
      else if (isLeft) return done
      throw error
    }
    return step()
  }

  const iterator: AsyncIterator<A, undefined, undefined> = {
    next: () => {
      const outcome = turn.then(step)
      turn = outcome.catch(() => undefined)
      return outcome
    },
    return: async () => {
      await finish()
      return done
    }
  }

  const events: Events<A> = {
    [Symbol.asyncIterator]: () => iterator,
    withResponse: async () => {
      const { response } = await open()
      if (response === undefined) throw noHead()
      return { data: events, response }
    }
  }
  return events
}
