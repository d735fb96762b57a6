// Turns the methods of a service into promises and async iterables that a given function runs.
import * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Operation, Walk } from "../../contract/resource.ts"
import type { MethodTypes } from "../../validation/methodTypes.ts"
import { nextPage, type Page, type Paged } from "../../validation/paginate.ts"
import { type Call, CallObserver } from "../Call.ts"
import { callOptions, type CallOptions, mergeOptions, noOptions, provideOptions } from "../CallOptions.ts"
import { anAbortSignal, type Check, type Checks, optionError } from "../optionChecks.ts"
import { viaStreamOptions } from "../stream/streamingClient.ts"
import { responseInfoOf } from "../responseAccess.ts"
import type { ResponseInfo } from "../response/ResponseInfo.ts"
import { type EventIterable, makeEventIterable } from "./EventIterable.ts"
import {
  type AbortSignalLike,
  type CallerStack,
  captureCaller,
  noResponse,
  type RunFork,
  runPromise
} from "./runPromise.ts"

export type { EventIterable } from "./EventIterable.ts"
export type { AbortSignalLike } from "./runPromise.ts"

/**
 * Options of one call. For an unknown or invalid one the promise, or the first step of a stream, rejects with a TypeError
 * and nothing is sent.
 */
export interface RequestOptions extends CallOptions {
  /** Ends the call at any time; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignalLike | undefined
}

/** The check of each option. */
export const requestOptions = { ...callOptions, signal: anAbortSignal } satisfies Checks<RequestOptions>

/** The promise of a result; the request is sent at once. Rejects with the `ApiError` itself. */
export interface ResponsePromise<A> extends Promise<A> {
  /** The result with its HTTP response: status, headers, request id, rate limit, attempts, time. */
  readonly withResponse: () => Promise<{ readonly data: A; readonly response: ResponseInfo }>
  /** The JSON of the response before any check, also of one that breaks the contract. */
  readonly raw: () => Promise<unknown>
}

/** The methods of a client without Effect: promises and async iterables. */
export interface PromiseMethodTypes extends MethodTypes {
  readonly call: ResponsePromise<this["A"]>
  readonly stream: EventIterable<this["A"]>
  readonly items: AsyncIterable<this["A"]>
  readonly options: [options?: RequestOptions]
  readonly optionsWith: [options?: RequestOptions & this["O"]]
}

type Values = { readonly [name: string]: unknown }

type Opened = Stream.Stream<unknown, unknown>

type OptionChecks = { readonly [name: string]: Check }

type AnyMethods = {
  readonly [name: string]: (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

const responsePromise = <A, E, R>(
  runFork: RunFork<R>,
  call: Effect.Effect<A, E, R>,
  signal: AbortSignalLike | undefined,
  caller: CallerStack
): ResponsePromise<A> => {
  let begun: Call | undefined
  const observe = (one: Call): void => {
    begun = one
  }
  const data = runPromise(runFork, Effect.provideService(call, CallObserver, observe), signal, caller)
  return Object.assign(data, {
    withResponse: () =>
      data.then((result) => {
        const response = responseInfoOf(begun)
        return response === undefined ? Promise.reject(noResponse()) : { data: result, response }
      }),
    raw: () =>
      data.then<unknown, unknown>(
        (result) => (begun === undefined ? Promise.reject(noResponse()) : (begun.json ?? result)),
        (error: unknown) => (begun?.json === undefined ? Promise.reject(error) : begun.json)
      )
  })
}

/** Divides options into those that a method takes itself and those of its calls. */
export const divideOptions = (
  options: object,
  own: OptionChecks
): readonly [taken: Values, others: Values] => {
  const isOwn = ([name]: readonly [string, unknown]) => name in own
  const given = Object.entries(options)
  return [Object.fromEntries(given.filter(isOwn)), Object.fromEntries(given.filter((one) => !isOwn(one)))]
}

/** The options of a call: checked, provided to it, and the part that its promise needs. */
const prepare = <A, E, R>(
  run: (taken?: Values) => Effect.Effect<A, E, R>,
  defaults: CallOptions,
  options: RequestOptions | undefined,
  method: object,
  own: OptionChecks = {}
) => {
  const caller = captureCaller(method)
  if (options === undefined)
    return { caller, call: defaults === noOptions ? run() : provideOptions(run(), defaults) }
  const invalid = optionError(options, { ...requestOptions, ...own })
  if (invalid !== undefined) return { caller, call: Effect.die(invalid) }
  const [taken, others] = divideOptions(options, own)
  return { caller, signal: options.signal, call: provideOptions(run(taken), mergeOptions(defaults, others)) }
}

/** Runs one call as a promise, with options of its own. `method` is the function that the caller called. */
export const callPromise = <A, E, R>(
  runFork: RunFork<R>,
  ...given: Parameters<typeof prepare<A, E, R>>
): ResponsePromise<A> => {
  const { call, caller, signal } = prepare(...given)
  return responsePromise(runFork, call, signal, caller)
}

/** The checks of options that methods take themselves; these are none of their calls. */
export interface OwnOptions {
  readonly [method: string]: OptionChecks
}

/** The resource that methods are derived from. */
interface Methods<Id> {
  readonly operations: { readonly [method: string]: Operation }
  readonly service: {
    readonly use: <A, E>(call: (service: unknown) => Effect.Effect<A, E>) => Effect.Effect<A, E, Id>
  }
  readonly walks?: { readonly [method: string]: Walk }
}

type List = (request: Paged, options?: RequestOptions) => Promise<Page>

type Items = (page: Page) => ReadonlyArray<unknown>

type PromiseMethod = (...args: ReadonlyArray<never>) => unknown

/**
 * The methods of a resource as promises, with options of their own: one for each operation, `stream` for its events, each
 * walk over pages, and each method with options that are none of its calls. A stream is an {@link EventIterable}, all
 * others a {@link ResponsePromise}. TypeScript cannot derive one from the other, so the caller names the type.
 */
export const promisify =
  <R>(runFork: RunFork<R>, defaults: CallOptions) =>
  ({ operations, service, walks = {} }: Methods<R>, own: OwnOptions = {}) => {
    /** `count`: the arguments before the options of a call. */
    const methodOf = (name: string, count: number, checks?: OptionChecks) => {
      const method = (...args: ReadonlyArray<unknown>) => {
        const run = (taken?: Values) =>
          service.use(
            (methods) =>
              (methods as AnyMethods)[name]?.(...args.slice(0, count), checks && taken) ?? Effect.void
          )
        const options = args[count] as RequestOptions | undefined
        if (name !== "stream") return callPromise(runFork, run, defaults, options, method, checks)
        const { call, caller, signal } = prepare(run, defaults, options, method)
        return makeEventIterable(runFork, call as Effect.Effect<Opened, unknown, R>, signal, caller)
      }
      return method
    }
    const methods = new Map<string, PromiseMethod>()
    for (const [name, { events, request }] of Object.entries(operations)) {
      methods.set(name, methodOf(name, request === undefined ? 0 : 1, events && viaStreamOptions))
      if (events !== undefined) methods.set("stream", methodOf("stream", 1))
    }
    for (const [name, checks] of Object.entries(own)) methods.set(name, methodOf(name, 1, checks))
    for (const [name, { items, over }] of Object.entries(walks)) {
      const list = methods.get(over) as List
      methods.set(name, (request = {}, options) => listAllItems(list, request, items as Items, options))
    }
    return Object.fromEntries(methods)
  }

/** All items of a list, over the method that gives one page. Each page is fetched on demand, with the same options. */
const listAllItems = (
  list: List,
  request: Paged,
  items: Items,
  options: RequestOptions | undefined
): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: async function* () {
    let next: Paged | undefined = request
    while (next !== undefined) {
      const page: Page = await list(next, options)
      for (const item of items(page)) {
        if (options?.signal?.aborted === true) throw options.signal.reason
        yield item
      }
      next = nextPage(next, page)
    }
  }
})
