// The promise face: one generic wrapper that runs a service's methods on a runtime.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { following, type Page, type Paged } from "../../service/paginate.ts"
import type { Collect, Face } from "../../service/methodTypes.ts"
import { headOf, Report } from "../Call.ts"
import { type CallOptions, merge, none, withOptions } from "../CallOptions.ts"
import { type Events, makeEvents } from "./EventIterable.ts"
import type { ResponseHead } from "../response/ResponseInfo.ts"
import type { Running } from "./Runtime.ts"
import { noHead, settle, type Signal } from "./runPromise.ts"

export type { Events } from "./EventIterable.ts"
export type { Signal } from "./runPromise.ts"

/** Options of one call. */
export interface Options extends CallOptions {
  /** Ends the call in any phase; the promise rejects with the signal's own reason. */
  readonly signal?: Signal | undefined
}

/** The promise of an answer, sent at once. Rejects with the `ApiError` itself. */
export interface Answer<A> extends Promise<A> {
  /** The answer with the head it came with: status, headers, request id, rate limit, attempts, time. */
  readonly withResponse: () => Promise<{ readonly data: A; readonly response: ResponseHead }>
  /** The JSON of the answer before any schema, also when it broke the contract. */
  readonly raw: () => Promise<unknown>
}

/** The carrier of plain programs. */
export interface PromiseFace extends Face {
  readonly call: Answer<this["A"]>
  readonly stream: Events<this["A"]>
  readonly each: AsyncIterable<this["A"]>
  readonly rest: [options?: Options]
  readonly collects: [options?: Options & Collect]
}

type AnyMethods = {
  readonly [name: string]: (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

const answer = <A, E, R>(
  runtime: Running<R>,
  call: Effect.Effect<A, E, R>,
  signal: Signal | undefined
): Answer<A> => {
  const report: Report = {}
  const data = settle(runtime, Effect.provideService(call, Report, report), signal)
  return Object.assign(data, {
    withResponse: () =>
      data.then((answered) => {
        const response = headOf(report)
        return response === undefined ? Promise.reject(noHead()) : { data: answered, response }
      }),
    raw: () =>
      data.then<unknown, unknown>(
        (answered) => (report.call === undefined ? Promise.reject(noHead()) : (report.call.json ?? answered)),
        (error: unknown) => (report.call?.json === undefined ? Promise.reject(error) : report.call.json)
      )
  })
}

/**
 * Gives the methods of a service as promises, on a runtime and with options of their own. `counts` gives each method's
 * arguments before the options of a call. Methods called `stream` give {@link Events}, opened by the first step; all
 * others an {@link Answer}, sent at once.
 * The types are the caller's word: both faces come from one interface, whose carrier TypeScript cannot swap here.
 */
export const methods =
  <R>(runtime: Running<R>, defaults: CallOptions) =>
  <Methods, Id extends R, Shape extends object>(
    service: Context.Service<Id, Shape>,
    counts: { readonly [Name in keyof NoInfer<Methods>]: number }
  ): Methods => {
    const method =
      (name: string, count: number) =>
      (...args: ReadonlyArray<unknown>) => {
        const options = args[count] as (Options & Collect) | undefined
        const signal = options?.signal
        const given = args.slice(0, count)
        if (options?.collect === true) given.push({ collect: true })
        const asked = service.use((shape) => (shape as AnyMethods)[name]?.(...given) ?? Effect.void)
        const call =
          options === undefined && defaults === none
            ? asked
            : withOptions(asked, merge(defaults, options ?? none))
        return name === "stream"
          ? makeEvents(runtime, call as Effect.Effect<Stream.Stream<unknown, unknown>, unknown, R>, signal)
          : answer(runtime, call, signal)
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
