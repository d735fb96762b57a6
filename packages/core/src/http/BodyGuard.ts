// The body of a request, read once: counted, scanned while it arrives, decoded strictly.
// Source: §7.1, §8; Assumed: ours for depth, members and encodings.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpMethod from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"
import * as limits from "./limits.ts"
import { makeScan, type ScanProblem } from "./scan.ts"
import { decodeText } from "./text.ts"

/** Refuses what must not be parsed; gives the handler a request whose text is already read, as JSON. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("@leadline/core/http/BodyGuard", {
  error: [wire.nulled.invalidRequest, wire.nulled.payloadTooLarge]
}) {}

/** Annotates an endpoint whose empty body is `{}`; elsewhere it is malformed JSON. Assumed: docs. */
export const OptionalBody = Context.Reference<boolean>("@leadline/core/http/OptionalBody", {
  defaultValue: () => false
})

const tooLarge = new ApiError.PayloadTooLargeError({
  message: `The body is over ${limits.bodyBytes} bytes.`
})

const problems: { readonly [P in ScanProblem]: string } = {
  depth: `The body is nested deeper than ${limits.bodyDepth} levels`,
  members: `The body has over ${limits.bodyMembers} members and elements`,
  utf8: "The body is not valid UTF-8"
}

const refuse = (message: string) => Effect.fail(new ApiError.InvalidRequestError({ message, phase: "body" }))

const joined = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const [only] = chunks
  if (only !== undefined && chunks.length === 1) return only
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** A request of `fetch` without a body has no stream, not an empty one. */
const bytesOf = (request: HttpServerRequest.HttpServerRequest) =>
  Predicate.hasProperty(request.source, "body") && request.source.body === null
    ? Stream.empty
    : request.stream

const read = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const encoding = request.headers["content-encoding"] ?? "identity"
  if (encoding.trim().toLowerCase() !== "identity") {
    return yield* refuse("Content-Encoding is not supported: send the body as it is")
  }
  if (Number(request.headers["content-length"] ?? 0) > limits.bodyBytes) return yield* tooLarge
  const scan = makeScan({ maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers })
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* Stream.runForEach(
    Stream.mapError(
      bytesOf(request),
      () => new ApiError.InvalidRequestError({ message: "The body could not be read", phase: "body" })
    ),
    (chunk): Effect.Effect<void, ApiError.InvalidRequestError | ApiError.PayloadTooLargeError> => {
      size += chunk.length
      if (size > limits.bodyBytes) return Effect.fail(tooLarge)
      chunks.push(chunk)
      const problem = scan.push(chunk)
      return problem === undefined ? Effect.void : refuse(problems[problem])
    }
  )
  const problem = scan.end()
  return yield* problem === undefined ? decodeText(joined(chunks, size)) : refuse(problems[problem])
})

/** Content types are ignored: every body is JSON. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string) =>
  Object.create(request, {
    headers: { value: Headers.set(request.headers, "content-type", "application/json") },
    text: { value: Effect.succeed(text) }
  }) as HttpServerRequest.HttpServerRequest

/** {@link BodyGuard} for methods that carry a body; others pass. */
export const layer = Layer.succeed(
  BodyGuard,
  BodyGuard.of((httpEffect, { endpoint }) =>
    HttpMethod.hasBody(endpoint.method)
      ? Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const given = yield* read(request)
          const text = given === "" && Context.get(endpoint.annotations, OptionalBody) ? "{}" : given
          return yield* Effect.provideService(
            httpEffect,
            HttpServerRequest.HttpServerRequest,
            withText(request, text)
          )
        })
      : httpEffect
  )
)
