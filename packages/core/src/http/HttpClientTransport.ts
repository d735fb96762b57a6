// A transport over any HttpClient of effect: for those who have one already, with its middleware.
// Source: none; the shape of the library itself.
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpMethod from "effect/http/HttpMethod"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type Receiver, Transport, type TransportRequest } from "./Transport.ts"

const bodyOf = ({ body, headers }: TransportRequest): HttpBody.HttpBody =>
  body === undefined
    ? HttpBody.empty
    : typeof body === "string"
      ? HttpBody.text(body, headers["content-type"])
      : HttpBody.uint8Array(body, headers["content-type"])

const isEmptyBody = ({ reason }: HttpClientError): boolean => reason._tag === "EmptyBodyError"

const causeOf = (error: HttpClientError): unknown =>
  "cause" in error.reason ? error.reason.cause : undefined

/** The client must not follow redirects, and its failures should carry the runtime's own error as their cause. */
export const layerTransport: Layer.Layer<Transport, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const runFork = Effect.runForkWith(yield* Effect.context())
    return Transport.of({
      codings: [],
      carriesTrace: false,
      send: (request, receiver: Receiver) => {
        const gate = Latch.makeUnsafe(true)
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
          receiver.onEnd()
        })
        const fiber = runFork(
          Effect.scoped(exchange).pipe(
            Effect.catch((error) => Effect.sync(() => receiver.onError(causeOf(error))))
          )
        )
        return { abort: () => fiber.interruptUnsafe(), resume: () => gate.openUnsafe() }
      }
    })
  })
)
