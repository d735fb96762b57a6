// A transport over an `HttpClient` of Effect, for programs that have one with middleware.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpMethod from "effect/http/HttpMethod"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Defect, type Receiver, Transport, type TransportRequest } from "./Transport.ts"

const bodyOf = ({ body, headers }: TransportRequest): HttpBody.HttpBody =>
  body === undefined
    ? HttpBody.empty
    : typeof body === "string"
      ? HttpBody.text(body, headers["content-type"])
      : HttpBody.uint8Array(body, headers["content-type"])

const isEmptyBody = ({ reason }: HttpClientError): boolean => reason._tag === "EmptyBodyError"

/** The runtime's own error. That of the HttpClient holds the request, and with it the key. */
const causeOf = (cause: Cause.Cause<HttpClientError>): unknown => {
  const error = Cause.findErrorOption(cause)
  if (error._tag === "None") return new Defect(Cause.squash(cause))
  const { reason } = error.value
  return "cause" in reason ? reason.cause : undefined
}

/**
 * The HttpClient must not follow redirects, retry, or fail on a status. Its failures should have the runtime's own error
 * as their cause. It makes no spans, as each attempt has one; `TracerPropagationEnabled`, read when the layer is built,
 * says whether requests carry `traceparent`.
 */
export const layerTransport: Layer.Layer<Transport, never, HttpClient.HttpClient> = Layer.fresh(
  Layer.effect(
    Transport,
    Effect.gen(function* () {
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const carriesTrace = yield* HttpClient.TracerPropagationEnabled
      const runFork = Effect.runForkWith(yield* Effect.context())
      return Transport.of({
        codings: [],
        propagatesTrace: carriesTrace,
        send: (request, receiver: Receiver) => {
          const gate = Latch.makeUnsafe(true)
          let isOver = false
          const exchange = Effect.gen(function* () {
            const response = yield* client.execute(
              HttpClientRequest.make(request.method as HttpMethod.HttpMethod)(request.url, {
                headers: request.headers,
                body: bodyOf(request)
              })
            )
            receiver.onHead(response.status, response.headers)
            yield* Stream.runForEach(response.stream, (bytes) => {
              if (!receiver.onBytes(bytes)) gate.closeUnsafe()
              return gate.await
            }).pipe(Effect.catchIf(isEmptyBody, () => Effect.void))
          })
          const fiber = runFork(
            Effect.scoped(exchange).pipe(
              Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
              Effect.matchCause({
                onFailure: (cause) => {
                  if (!isOver) receiver.onError(causeOf(cause))
                },
                onSuccess: () => receiver.onEnd()
              })
            )
          )
          return {
            abort: () => {
              isOver = true
              fiber.interruptUnsafe()
            },
            resume: () => gate.openUnsafe()
          }
        }
      })
    })
  )
)
