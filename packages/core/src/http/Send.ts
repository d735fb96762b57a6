// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type * as HttpMethod from "effect/http/HttpMethod"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import * as ApiError from "../errors/ApiError.ts"
import * as RetryBudget from "../retry/RetryBudget.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import { broken } from "./broken.ts"
import { Call, run } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { bodyBytes } from "./limits.ts"
import { fromStatus } from "./fromStatus.ts"
import { rateLimitOf } from "./head.ts"
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
    /** The same for an operation that takes a file, sent as the one part of a multipart form. */
    readonly file: (operation: Operation, file: Uint8Array) => Effect.Effect<unknown, ApiError.ApiError>
  }
>()("@leadline/core/http/Send") {}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const fieldText = /^[\t\x20-\x7e\x80-\xff]*$/

const refused = (message: string) => new ApiError.InvalidRequestError({ message, phase: "request" })

/** The request as it goes out, the same for every attempt. Key and base URL are added beneath. */
const build = ({ method, path }: Operation, { headers }: Call, body: HttpBody.Uint8Array | undefined) =>
  Effect.gen(function* () {
    const wrong = Object.entries(headers).find(([name, value]) => !token.test(name) || !fieldText.test(value))
    if (wrong !== undefined)
      return yield* refused(`headers: ${JSON.stringify(wrong[0])} is not a valid header.`)
    const built = HttpClientRequest.make(method)(path, { headers }).pipe(
      HttpClientRequest.setHeaders({ accept: "application/json", "accept-encoding": "identity" })
    )
    if (body === undefined) return built
    return body.body.length > bodyBytes
      ? yield* new ApiError.PayloadTooLargeError({
          message: `The request is over ${bodyBytes} bytes.`,
          phase: "request"
        })
      : HttpClientRequest.setBody(built, body)
  })

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

  const read = Effect.fnUntraced(function* (response: HttpClientResponse, call: Call, { answer }: Operation) {
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
      if (answer === "ignored") return yield* Effect.asVoid(readWords(response))
      return isDecoded
        ? yield* readJson(response)
        : yield* unusable("encoding", "The answer has a content encoding nobody asked for.")
    }
    const retryAfter = RetryPolicy.retryAfter(headers, yield* Clock.currentTimeMillis)
    const words = isDecoded ? yield* readWords(response) : ""
    return yield* fromStatus(status, words, { retryAfter, rateLimit: rateLimitOf(headers) })
  })

  const attempt = (request: HttpClientRequest.HttpClientRequest, call: Call, operation: Operation) =>
    Effect.suspend(() => {
      const progress: Attempt = { phase: "headers" }
      call.attempts++
      call.attempt = progress
      call.head = undefined
      return client.execute(request).pipe(
        Effect.flatMap((response) => {
          progress.phase = "body"
          return read(response, call, operation)
        }),
        Effect.provideService(Attempt, progress),
        Effect.scoped,
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

  const send = Effect.fnUntraced(function* (operation: Operation, body: HttpBody.Uint8Array | undefined) {
    const call = yield* Call
    if (call === undefined) return yield* Effect.die(new Error("A request is sent inside Send.call"))
    const request = yield* build(operation, call, body)
    let taken = 0
    while (true) {
      const result = yield* Effect.result(attempt(request, call, operation))
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

  return Send.of({
    call: (method) => run(method, defaults),
    json: (operation, request) => Effect.suspend(() => send(operation, jsonBody(request))),
    file: (operation, file) => Effect.suspend(() => send(operation, fileBody(file)))
  })
})

/** {@link Send} over an HttpClient; the options hold for every call that does not set its own. */
export const layer = (defaults: CallOptions): Layer.Layer<Send, never, HttpClient.HttpClient> =>
  Layer.effect(Send, make(defaults))
