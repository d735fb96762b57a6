// The promise face: one generic wrapper that runs a service's methods on a runtime.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import { nextPage, type Page, type Paged } from "../../service/paginate.ts"
import type { CollectOptions, MethodTypes } from "../../service/methodTypes.ts"
import { responseInfoOf, CallReport } from "../Call.ts"
import { type CallOptions, mergeOptions, noOptions, withOptions } from "../CallOptions.ts"
import { type EventIterable, makeEventIterable } from "./EventIterable.ts"
import type { ResponseInfo } from "../response/ResponseInfo.ts"
import type { Runtime } from "./Runtime.ts"
import { noResponse, runPromise, type AbortSignalLike } from "./runPromise.ts"

export type { EventIterable } from "./EventIterable.ts"
export type { AbortSignalLike } from "./runPromise.ts"

/** Options of one call. */
export interface RequestOptions extends CallOptions {
  /** Ends the call in any phase; the promise rejects with the signal's own reason. */
  readonly signal?: AbortSignalLike | undefined
}

/** The promise of an answer, sent at once. Rejects with the `ApiError` itself. */
export interface ResponsePromise<A> extends Promise<A> {
  /** The answer with the head it came with: status, headers, request id, rate limit, attempts, time. */
  readonly withResponse: () => Promise<{ readonly data: A; readonly response: ResponseInfo }>
  /** The JSON of the answer before any schema, also when it broke the contract. */
  readonly raw: () => Promise<unknown>
}

/** The carrier of plain programs. */
export interface PromiseMethodTypes extends MethodTypes {
  readonly call: ResponsePromise<this["A"]>
  readonly stream: EventIterable<this["A"]>
  readonly items: AsyncIterable<this["A"]>
  readonly options: [options?: RequestOptions]
  readonly collectOptions: [options?: RequestOptions & CollectOptions]
}

type AnyMethods = {
  readonly [name: string]: (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

const responsePromise = <A, E, R>(
  runtime: Runtime<R>,
  call: Effect.Effect<A, E, R>,
  signal: AbortSignalLike | undefined
): ResponsePromise<A> => {
  const report: CallReport = {}
  const data = runPromise(runtime, Effect.provideService(call, CallReport, report), signal)
  return Object.assign(data, {
    withResponse: () =>
      data.then((answered) => {
        const response = responseInfoOf(report)
        return response === undefined ? Promise.reject(noResponse()) : { data: answered, response }
      }),
    raw: () =>
      data.then<unknown, unknown>(
        (answered) =>
          report.call === undefined ? Promise.reject(noResponse()) : (report.call.json ?? answered),
        (error: unknown) => (report.call?.json === undefined ? Promise.reject(error) : report.call.json)
      )
  })
}

/**
 * Gives the methods of a service as promises, on a runtime and with options of their own. `counts` gives each method's
 * arguments before the options of a call. Methods called `stream` give {@link EventIterable}, opened by the first step; all
 * others an {@link ResponsePromise}, sent at once.
 * The types are the caller's word: both faces come from one interface, whose carrier TypeScript cannot swap here.
 */
export const promisify =
  <R>(runtime: Runtime<R>, defaults: CallOptions) =>
  <Methods, Id extends R, Shape extends object>(
    service: Context.Service<Id, Shape>,
    counts: { readonly [Name in keyof NoInfer<Methods>]: number }
  ): Methods => {
    const method =
      (name: string, count: number) =>
      (...args: ReadonlyArray<unknown>) => {
        const options = args[count] as (RequestOptions & CollectOptions) | undefined
        const signal = options?.signal
        const given = args.slice(0, count)
        if (options?.collect === true) given.push({ collect: true })
        const asked = service.use((shape) => (shape as AnyMethods)[name]?.(...given) ?? Effect.void)
        const call =
          options === undefined && defaults === noOptions
            ? asked
            : withOptions(asked, mergeOptions(defaults, options ?? noOptions))
        return name === "stream"
          ? makeEventIterable(
              runtime,
              call as Effect.Effect<Stream.Stream<unknown, unknown>, unknown, R>,
              signal
            )
          : responsePromise(runtime, call, signal)
      }
    return Object.fromEntries(
      Object.entries<number>(counts).map(([name, count]) => [name, method(name, count)])
    ) as Methods
  }

/**
 * A list's items as an async iterable, over the method that gives one page: a page is asked for when the items
 * of the one before are used up. The options hold for each page.
 */
export const listAllItems = <Request extends Paged, P extends Page, Item>(
  list: (request: Request, options?: RequestOptions) => Promise<P>,
  request: Request,
  items: (page: P) => ReadonlyArray<Item>,
  options: RequestOptions | undefined
): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: async function* () {
    let asked: Request | undefined = request
    while (asked !== undefined) {
      const page: P = await list(asked, options)
      yield* items(page)
      asked = nextPage(asked, page)
    }
  }
})
