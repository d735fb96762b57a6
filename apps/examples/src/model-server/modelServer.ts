// How a model server is asked, and what its failures are to callers of this service.
import { ConnectionError, DeadlineExceededError, UnavailableError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"

/** Where the model server is, and what it calls its model. */
export interface ModelServer {
  readonly url: string
  readonly model: string
  readonly key?: Redacted.Redacted
}

/** Sends a body to `POST /v1/chat/completions`; a status that is none of success is a failure. */
export const makePost = ({ key, url }: ModelServer) =>
  Effect.map(HttpClient.HttpClient, (plain) => {
    const client = HttpClient.filterStatusOk(plain)
    return (body: object) => {
      const request = HttpClientRequest.post(`${url}/v1/chat/completions`)
      const signed = key === undefined ? request : HttpClientRequest.bearerToken(request, key)
      return client.execute(HttpClientRequest.bodyJsonUnsafe(signed, body))
    }
  })

/** A model server that is away, refuses, or gives an unusable answer: 502. */
export const gateway = () =>
  new ConnectionError({
    message: "The model server could not be used.",
    phase: "service",
    reason: "badGateway",
    sent: true
  })

/** The caller learns what to do next; words, key and address of the model server go to the log at most. */
export const outward = (error: HttpClientError | Schema.SchemaError) => {
  const isHttp = error._tag === "HttpClientError"
  const status = isHttp ? error.response?.status : undefined
  const isBusy = status === 429 || status === 503
  const told = isBusy ? new UnavailableError({ message: "The model is busy." }) : gateway()
  const what = isHttp ? error.reason._tag : error._tag
  return Effect.andThen(
    Effect.logWarning(`The model server failed: ${what} ${status ?? ""}`),
    Effect.fail(told)
  )
}

/** No answer, or no head of a stream, within a minute is a 504. */
export const inTime = Effect.timeoutOrElse({
  duration: "60 seconds",
  orElse: () =>
    Effect.fail(new DeadlineExceededError({ message: "The model did not answer in time.", phase: "service" }))
})
