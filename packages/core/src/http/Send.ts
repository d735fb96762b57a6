// Sends the requests of all rooms: one deadline, one retry loop, one reading of answers.
// Source: §4, §7, §8; Assumed: ours for retries and deadlines.
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as RetryBudget from "../retry/RetryBudget.ts"
import * as RetryPolicy from "../retry/RetryPolicy.ts"
import { type Call, CurrentCall, run } from "./Call.ts"
import type { CallOptions } from "./CallOptions.ts"
import { bodyBytes } from "./limits.ts"
import * as multipart from "./multipart.ts"
import { ReceivingJson, ReceivingNothing } from "./readBody.ts"
import type { Receiving, Resume } from "./Receiving.ts"
import { Transport, type TransportRequest } from "./Transport.ts"

/** What Send must know of an operation. */
export interface Operation {
  readonly name: string
  readonly method: string
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
      operation: Operation,
      method: Effect.Effect<A, ApiError.ApiError, R>
    ) => Effect.Effect<A, ApiError.ApiError, R>
    /** Inside a call: sends a request, tries it again as its class allows, gives the answer's JSON unchecked. */
    readonly json: (operation: Operation, request?: unknown) => Effect.Effect<unknown, ApiError.ApiError>
    /** The same for an operation that takes a file, sent as the one part of a multipart form. */
    readonly file: (operation: Operation, file: Uint8Array) => Effect.Effect<unknown, ApiError.ApiError>
    /** One call of a method that gives a stream: as `call`, but nothing bounds the whole unless a timeout is set. */
    readonly callStream: <A, R>(
      operation: Operation,
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
  }
>()("@leadline/core/http/Send") {}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const fieldText = /^[\t\x20-\x7e\x80-\xff]*$/

const refused = (message: string) => new ApiError.InvalidRequestError({ message, phase: "request" })

interface Body {
  readonly type: string
  readonly content: string | Uint8Array
}

const isTooLarge = ({ content }: Body): boolean =>
  content.length > bodyBytes ||
  // A UTF-16 unit takes three bytes at most.
  (typeof content === "string" && content.length * 3 > bodyBytes && byteLength(content) > bodyBytes)

const byteLength = (text: string): number => {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** The request as it goes out, the same for every attempt. Key and base URL are added beneath; or what is wrong. */
const build = (
  { method, path }: Operation,
  { options }: Call,
  body: Body | undefined,
  accept: string
): TransportRequest | ApiError.ApiError => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (!token.test(name) || !fieldText.test(value))
      return refused(`headers: ${JSON.stringify(name)} is not a valid header.`)
    headers[name.toLowerCase()] = value
  }
  headers["accept"] = accept
  headers["accept-encoding"] = "identity"
  if (body === undefined) return { method, url: path, headers, body }
  headers["content-type"] = body.type
  return isTooLarge(body)
    ? new ApiError.PayloadTooLargeError({
        message: `The request is over ${bodyBytes} bytes.`,
        phase: "request"
      })
    : { method, url: path, headers, body: body.content }
}

const jsonBody = (request: unknown): Body | undefined =>
  request === undefined ? undefined : { type: "application/json", content: JSON.stringify(request) }

const fileBody = (file: Uint8Array): Body => {
  const boundary = SecureRandom.uuidV4Unsafe()
  return { type: multipart.contentType(boundary), content: multipart.encode(file, boundary) }
}

const make = Effect.fnUntraced(function* (defaults: CallOptions) {
  const transport = yield* Transport
  const budget = RetryBudget.make()

  /** Milliseconds until the next attempt, or undefined: the failure stands. */
  const waitAfter = (
    error: ApiError.ApiError,
    failure: RetryPolicy.Failure,
    operation: Operation,
    call: Call,
    chance: number
  ): number | undefined => {
    const retries = call.attempts - 1
    if (!RetryPolicy.mayRetry(operation.retry, failure) || !(retries < call.maxRetries)) return undefined
    const advice = RetryPolicy.retryAfter(call.head?.headers ?? {}, call.clock.currentTimeMillisUnsafe())
    const wait = advice ?? RetryPolicy.backoff(failure, retries, chance)
    return wait > RetryPolicy.longestAdvice || wait >= call.left() ? undefined : wait
  }

  const attempts = <A>(
    operation: Operation,
    call: Call,
    request: TransportRequest,
    receiving: (call: Call, resume: Resume<A>) => Receiving<A>
  ): Effect.Effect<A, ApiError.ApiError> => {
    let taken = 0
    const once = Effect.callback<A, ApiError.ApiError>((resume) =>
      receiving(call, resume).start(transport, request)
    )
    const retry = (error: ApiError.ApiError): Effect.Effect<A, ApiError.ApiError> =>
      Effect.flatMap(Random.next, (chance) => {
        const failure = RetryPolicy.failureOf(error)
        const wait = waitAfter(error, failure, operation, call, chance)
        const cost = RetryBudget.costOf(failure)
        if (wait === undefined || !budget.take(cost)) return Effect.fail(error)
        taken += cost
        call.waits.push(wait)
        return Effect.andThen(Effect.sleep(wait), attempt)
      })
    const attempt: Effect.Effect<A, ApiError.ApiError> = Effect.matchEffect(once, {
      onSuccess: (answer) => {
        budget.giveBack(taken)
        return Effect.succeed(answer)
      },
      onFailure: retry
    })
    return attempt
  }

  const send = <A>(
    operation: Operation,
    body: () => Body | undefined,
    accept: string,
    receiving: (call: Call, resume: Resume<A>) => Receiving<A>
  ): Effect.Effect<A, ApiError.ApiError> =>
    Effect.withFiber((fiber) => {
      const call = fiber.getRef(CurrentCall)
      if (call === undefined) return Effect.die(new Error("Send is used inside a call"))
      const request = build(operation, call, body(), accept)
      return request instanceof Error ? Effect.fail(request) : attempts(operation, call, request, receiving)
    })

  const whole = (operation: Operation, body: () => Body | undefined) =>
    send<unknown>(operation, body, "application/json", (call, resume) =>
      operation.answer === "ignored"
        ? new ReceivingNothing(call, transport.codings, resume)
        : new ReceivingJson(call, transport.codings, resume)
    )

  return Send.of({
    call: (_operation, method) => run(method, defaults, false),
    json: (operation, request) => whole(operation, () => jsonBody(request)),
    file: (operation, file) => whole(operation, () => fileBody(file)),
    callStream: (_operation, method) => run(method, defaults, true),
    stream: () => Effect.die("not yet")
  })
})

/** {@link Send} over a transport; the options hold for every call that does not set its own. */
export const layer = (defaults: CallOptions): Layer.Layer<Send, never, Transport> =>
  Layer.effect(Send, make(defaults))
