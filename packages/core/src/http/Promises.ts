// The promise face: one generic wrapper that runs a service's methods on a runtime.
// Source: none; the shape of the library itself.
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import { following, type Page, type Paged } from "../shared/everyItem.ts"
import type { Face } from "../shared/Face.ts"
import { withResponse } from "./Call.ts"
import { type CallOptions, withOptions } from "./CallOptions.ts"
import type { ResponseHead } from "./head.ts"

/** What a call needs of an AbortSignal; core knows no runtime's own. */
export interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  readonly addEventListener: (type: "abort", listener: () => void) => void
  readonly removeEventListener: (type: "abort", listener: () => void) => void
}

/** Options of one call. */
export interface Options extends CallOptions {
  /** Ends the call in any phase; the promise rejects with the signal's own reason. */
  readonly signal?: Signal | undefined
}

/** The promise of an answer, sent at once. Rejects with the `ApiError` itself. */
export interface Answer<A> extends Promise<A> {
  /** The answer with the head it came with: status, headers, request id, rate limit, attempts, time. */
  readonly withResponse: () => Promise<{ readonly data: A; readonly response: ResponseHead }>
}

/** The carrier of plain programs. */
export interface PromiseFace extends Face {
  readonly call: Answer<this["A"]>
  readonly each: AsyncIterable<this["A"]>
  readonly rest: [options?: Options]
}

const closed = () => new Error("The client is closed.")

const settle = <A, E, R>(
  runtime: ManagedRuntime.ManagedRuntime<R, never>,
  effect: Effect.Effect<A, E, R>,
  signal: Signal | undefined
): Promise<A> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const fiber = runtime.runFork(effect)
    const abort = () => fiber.interruptUnsafe()
    signal?.addEventListener("abort", abort)
    fiber.addObserver((exit) => {
      signal?.removeEventListener("abort", abort)
      if (Exit.isSuccess(exit)) return resolve(exit.value)
      if (signal?.aborted === true) return reject(signal.reason)
      const failure = Cause.hasInterruptsOnly(exit.cause) ? undefined : Cause.squash(exit.cause)
      return reject(failure instanceof Error ? failure : closed())
    })
  })

type AnyMethods = {
  readonly [name: string]: (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

const noHead = () => new Error("No HTTP answer stands behind this call.")

/**
 * The methods of a service as promises. `counts` gives each method's arguments before the options.
 * The types are the caller's word: both faces come from one interface, whose carrier TypeScript cannot swap here.
 */
export const methods = <Methods, R, Id extends R, Shape extends object>(
  runtime: ManagedRuntime.ManagedRuntime<R, never>,
  service: Context.Service<Id, Shape>,
  counts: { readonly [Name in keyof NoInfer<Methods>]: number }
): Methods => {
  const method =
    (name: string, count: number) =>
    (...args: ReadonlyArray<unknown>) => {
      const { signal, ...options } = (args[count] ?? {}) as Options
      const call = service.use(
        (shape) => (shape as AnyMethods)[name]?.(...args.slice(0, count)) ?? Effect.void
      )
      const outcome = settle(runtime, withResponse(withOptions(call, options)), signal)
      const data = outcome.then((answer) => answer.data)
      return Object.assign(data, {
        withResponse: () => {
          // Whoever asks for the head is told of a failure there: `data` must not count as unhandled.
          data.catch(() => undefined)
          return outcome.then((answer) => (answer.response === undefined ? Promise.reject(noHead()) : answer))
        }
      })
    }
  return Object.fromEntries(
    Object.entries<number>(counts).map(([name, count]) => [name, method(name, count)])
  ) as Methods
}

/**
 * A list's items as an async iterable, over the method that gives one page: a page is asked for when the items
 * of the one before are used up. The options hold for each page.
 */
export const everyItem = <Request extends Paged, P extends Page, Item>(
  list: (request: Request, options?: Options) => Promise<P>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>,
  options: Options | undefined
): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: async function* () {
    let asked: Request | undefined = request
    while (asked !== undefined) {
      const page: P = await list(asked, options)
      yield* items(page)
      asked = following(asked, page)
    }
  }
})
