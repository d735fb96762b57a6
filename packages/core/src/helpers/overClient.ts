// Runs the effects of helpers over the resources of a client with promises: a resource stands in for its service.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { CallOptions } from "../client/CallOptions.ts"
import { type Check, optionError } from "../client/optionChecks.ts"
import {
  type AbortSignalLike,
  divideOptions,
  type RequestOptions,
  requestOptions,
  type ResponsePromise
} from "../client/promise/promisify.ts"
import { type ApiError, isApiError } from "../errors/ApiError.ts"

/** A promise of a client, or one of a test's own. */
type Sent = PromiseLike<unknown> & Partial<Pick<ResponsePromise<unknown>, "withResponse">>

interface Methods {
  readonly create: (request: unknown, options: RequestOptions) => Sent
  readonly stream: (request: unknown, options: RequestOptions) => AsyncIterable<unknown>
}

/** The TypeError for a resource that lacks a method, as the client itself does; undefined if it has it. */
const resourceError = (given: unknown, method: keyof Methods, resource: string): TypeError | undefined =>
  typeof (given as Partial<Methods> | null | undefined)?.[method] === "function"
    ? undefined
    : new TypeError(`${resource}: expected a resource of a client, pass client.${resource}`)

/** Throws a TypeError for what is not this resource of a client. */
export const checkResource = (given: unknown, resource: string): void => {
  const error = resourceError(given, "create", resource)
  if (error !== undefined) throw error
}

/** A call of a client. It fails with its ApiError and dies with anything else; interruption aborts it. */
const fromPromise = <A>(call: (signal: AbortSignalLike) => PromiseLike<A>): Effect.Effect<A, ApiError> =>
  Effect.callback((resume, signal) => {
    call(signal).then(
      (result) => resume(Effect.succeed(result)),
      (error: unknown) => resume(isApiError(error) ? Effect.fail(error) : Effect.die(error))
    )
  })

const notices = new WeakMap<object, string>()

/** The notice that came with a result of a resource that stands in for its service. */
export const noticeOf = (result: object): string | undefined => notices.get(result)

const rememberNotice = async (sent: Sent): Promise<unknown> => {
  const result = await sent
  const notice = await sent.withResponse?.().then(
    ({ response }) => response.notice,
    () => undefined
  )
  if (notice !== undefined) notices.set(result as object, notice)
  return result
}

/** Provides a service by a resource of a client. Each of its calls has these options. */
const standIn = <I, S extends object>(
  service: Context.Service<I, S>,
  resource: object,
  call: CallOptions = {}
): Context.Context<I> => {
  const given = resource as Methods
  const methods = {
    create: (request: unknown, own?: object) =>
      fromPromise((signal) => rememberNotice(given.create(request, { ...call, ...own, signal }))),
    stream: (request: unknown) =>
      Effect.succeed(Stream.fromAsyncIterable(given.stream(request, call), (error) => error as ApiError))
  }
  return Context.make(service, methods as unknown as S)
}

/** A helper's resource of a client. */
export interface GivenResource {
  readonly resource: object
  /** As the client has it. */
  readonly name: string
  readonly method: keyof Methods
}

/**
 * Divides the options of a helper into its own, which have their checks in `own`, and those of its calls. `provide` runs
 * the helper's effect with its own options over the resource; it dies with a TypeError for a wrong option or resource.
 */
export const overClient = <I, S extends object, O extends object>(
  service: Context.Service<I, S>,
  { method, name, resource }: GivenResource,
  options: O & RequestOptions,
  own: { readonly [Name in keyof O]-?: Check }
) => {
  const invalid = resourceError(resource, method, name) ?? optionError(options, { ...own, ...requestOptions })
  const [taken, { signal, ...call }]: readonly [object, RequestOptions] = divideOptions(options, own)
  return {
    signal: invalid === undefined ? signal : undefined,
    provide: <A, E, R>(run: (own: O) => Effect.Effect<A, E, R | I>): Effect.Effect<A, E, Exclude<R, I>> =>
      invalid === undefined
        ? Effect.provideContext(
            Effect.suspend(() => run(taken as O)),
            standIn(service, resource, call)
          )
        : Effect.die(invalid)
  }
}

const aborted = (signal: AbortSignalLike): Effect.Effect<never, unknown> =>
  Effect.callback((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort)
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

/** The results of a helper over a resource of a client, until the signal ends it. `call`: options of each call. */
export const iterableOver = <I, S extends object, A, E>(
  service: Context.Service<I, S>,
  resource: object,
  results: Stream.Stream<A, E, I>,
  signal: AbortSignalLike | undefined,
  call?: CallOptions
): AsyncIterable<A> => {
  const provided = Stream.provideContext(results, standIn(service, resource, call))
  return Stream.toAsyncIterable(
    signal === undefined ? provided : Stream.interruptWhen(provided, aborted(signal))
  )
}
