// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as HttpMethod from "effect/http/HttpMethod"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as RetryBudget from "../retry/RetryBudget.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import { broken } from "./broken.ts"
import { Call, run, runStream } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { bodyBytes } from "./limits.ts"
import { held } from "./held.ts"
import { fromStatus } from "./fromStatus.ts"
import { rateLimitOf } from "./head.ts"
import { readEvents } from "./readEvents.ts"
import * as multipart from "./multipart.ts"
import { readJson, readWords, unusable } from "./readBody.ts"
import { Attempt, Codings } from "./Transport.ts"

/** What Send must know of an operation. */
export interface Operation {
  readonly method: HttpMethod.HttpMethod
  readonly path: string
  readonly retry: RetryPolicy.RetryClass
  /** The body of a success says nothing: whatever it is, it is passed over. */
  readonly answer?: "ignored"
}

/** Sends requests; the rooms' clients stand on it. */
export class Send extends Context.Service<
  Send,
  {
    /** One call of a method, checks included: under its deadline, its failure told with attempts and time. */
    readonly call: <A, R>(
      method: Effect.Effect<A, ApiError.ApiError, R>
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, tries it again as its class allows, gives the answer's JSON unchecked. */
    readonly json: (operation: Operation, request?: unknown) => Effect.Effect<unknown, ApiError.ApiError>
    /** One call of a method that gives a stream: as `call`, but nothing bounds the whole unless a timeout is set. */
    readonly callStream: <A, R>(
      method: Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>
    ) => Effect.Effect<Stream.Stream<A, ApiError.ApiError>, ApiError.ApiError, R>
    /**
     * Inside such a call: sends a request, tries it again until an answer begins, gives its events unchecked. The
     * connection is freed when the stream ends, breaks off or is not begun within the idle timeout.
     */
    readonly stream: (
      operation: Operation,
      request: unknown
    ) => Effect.Effect<Stream.Stream<unknown, ApiError.ApiError>, ApiError.ApiError>
    /** The same for an operation that takes a file, sent as the one part of a multipart form. */
    readonly file: (operation: Operation, file: Uint8Array) => Effect.Effect<unknown, ApiError.ApiError>
  }
>()("@leadline/core/http/Send") {}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const fieldText = /^[\t\x20-\x7e\x80-\xff]*$/

const refused = (message: string) => new ApiError.InvalidRequestError({ message, phase: "request" })

/** The request as it goes out, the same for every attempt. Key and base URL are added beneath. */
const build = (
  { method, path }: Operation,
  { headers }: Call,
  body: HttpBody.Uint8Array | undefined,
  accept: string
) =>
  Effect.gen(function* () {
    const wrong = Object.entries(headers).find(([name, value]) => !token.test(name) || !fieldText.test(value))
    if (wrong !== undefined)
      return yield* refused(`headers: ${JSON.stringify(wrong[0])} is not a valid header.`)
    const built = HttpClientRequest.make(method)(path, { headers }).pipe(
      HttpClientRequest.setHeaders({ accept, "accept-encoding": "identity" })
    )
    if (body === undefined) return built
    return body.body.length > bodyBytes
      ? yield* new ApiError.PayloadTooLargeError({
          message: `The request is over ${bodyBytes} bytes.`,
          phase: "request"
        })
      : HttpClientRequest.setBody(built, body)
  })

/** Reads an accepted answer. */
type Read<A> = (response: HttpClientResponse) => Effect.Effect<A, ApiError.ApiError | HttpClientError>

const passOver: Read<unknown> = (response) => Effect.asVoid(readWords(response))

const jsonBody = (request: unknown) =>
  request === undefined ? undefined : HttpBody.text(JSON.stringify(request), "application/json")

const fileBody = (file: Uint8Array) => {
  const boundary = SecureRandom.uuidV4Unsafe()
  return HttpBody.uint8Array(multipart.encode(file, boundary), multipart.contentType(boundary))
}

const make = Effect.fnUntraced(function* (defaults: CallOptions) {
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)
  const codings = yield* Codings
  const budget = yield* RetryBudget.make

  /** Passes an answer whose body may be read; all else is told as a failure. */
  const accept = Effect.fnUntraced(function* (
    response: HttpClientResponse,
    call: Call,
    { answer }: Operation
  ) {
    const { headers, status } = response
    call.head = { headers, status }
    const isDecoded = (headers["content-encoding"] ?? "identity")
      .split(",")
      .map((coding) => coding.trim().toLowerCase())
      .every((coding) => coding === "identity" || codings.includes(coding))
    // A browser shows a redirect it was told not to follow as status 0.
    if ((status >= 300 && status < 400) || status === 0) {
      return yield* unusable(
        "redirect",
        "The answer is a redirect, which is never followed: check the base URL."
      )
    }
    if (status >= 200 && status < 300) {
      return isDecoded || answer === "ignored"
        ? response
        : yield* unusable("encoding", "The answer has a content encoding nobody asked for.")
    }
    const retryAfter = RetryPolicy.retryAfter(headers, yield* Clock.currentTimeMillis)
    const words = isDecoded ? yield* readWords(response) : ""
    return yield* fromStatus(status, words, { retryAfter, rateLimit: rateLimitOf(headers) })
  })

  const attempt = <A>(
    request: HttpClientRequest.HttpClientRequest,
    call: Call,
    operation: Operation,
    read: Read<A>
  ) =>
    Effect.suspend(() => {
      const progress: Attempt = { phase: "headers" }
      call.attempts++
      call.attempt = progress
      call.head = undefined
      return client.execute(request).pipe(
        Effect.flatMap((response) => {
          progress.phase = "body"
          return Effect.flatMap(accept(response, call, operation), read)
        }),
        Effect.provideService(Attempt, progress),
        Effect.mapError((error) => (error._tag === "HttpClientError" ? broken(error, progress.phase) : error))
      )
    })

  /** Milliseconds until the next attempt, or undefined: the failure stands. */
  const waitAfter = Effect.fnUntraced(function* (
    error: ApiError.ApiError,
    operation: Operation,
    call: Call,
    cost: number
  ) {
    const failure = RetryPolicy.failureOf(error)
    const retries = call.attempts - 1
    if (!RetryPolicy.mayRetry(operation.retry, failure) || !(retries < call.maxRetries)) return undefined
    const advice = RetryPolicy.retryAfter(call.head?.headers ?? {}, yield* Clock.currentTimeMillis)
    const wait = advice ?? RetryPolicy.backoff(failure, retries, yield* Random.next)
    if (wait > RetryPolicy.longestAdvice || (yield* call.elapsed) + wait >= call.timeout) return undefined
    return (yield* budget.take(cost)) ? wait : undefined
  })

  const send = Effect.fnUntraced(function* <A>(
    operation: Operation,
    body: HttpBody.Uint8Array | undefined,
    type: string,
    once: (request: HttpClientRequest.HttpClientRequest, call: Call) => Effect.Effect<A, ApiError.ApiError>
  ) {
    const call = yield* Call
    if (call === undefined) return yield* Effect.die(new Error("Send is used inside a call"))
    const request = yield* build(operation, call, body, type)
    let taken = 0
    while (true) {
      const result = yield* Effect.result(once(request, call))
      if (Result.isSuccess(result)) {
        yield* budget.giveBack(taken)
        return result.success
      }
      const cost = RetryBudget.costOf(RetryPolicy.failureOf(result.failure))
      const wait = yield* waitAfter(result.failure, operation, call, cost)
      if (wait === undefined) return yield* result.failure
      taken += cost
      yield* Effect.sleep(wait)
    }
  })

  const whole = (operation: Operation, body: HttpBody.Uint8Array | undefined) =>
    send(operation, body, "application/json", (request, call) =>
      Effect.scoped(attempt(request, call, operation, operation.answer === "ignored" ? passOver : readJson))
    )

  return Send.of({
    call: (method) => run(method, defaults),
    json: (operation, request) => Effect.suspend(() => whole(operation, jsonBody(request))),
    file: (operation, file) => Effect.suspend(() => whole(operation, fileBody(file))),
    callStream: (method) => runStream(method, defaults),
    stream: (operation, body) =>
      Effect.suspend(() =>
        send(operation, jsonBody(body), "text/event-stream", (request, call) =>
          held(
            attempt(request, call, operation, (response) => readEvents(response, call.waits)),
            call.waits.idle
          )
        )
      )
  })
})

/** {@link Send} over an HttpClient; the options hold for every call that does not set its own. */
export const layer = (defaults: CallOptions): Layer.Layer<Send, never, HttpClient.HttpClient> =>
  Layer.effect(Send, make(defaults))
