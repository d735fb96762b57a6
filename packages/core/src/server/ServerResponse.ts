// An answer before it is sent: status, headers, and a body that is whole or written in pieces.
import type * as Effect from "effect/Effect"
import { errorObject, outageMessages } from "../errors/bodies.ts"
import { errorTypes } from "../errors/messages.ts"
import type { BodyWriter } from "./ServerExchange.ts"

/** Writes a body piece by piece. */
export type BodyProducer = (writer: BodyWriter) => Effect.Effect<void>

/** An answer. Headers are added until it is sent. */
export class ServerResponse {
  readonly status: number
  readonly headers: { [name: string]: string }
  readonly body: string | Uint8Array | BodyProducer

  constructor(status: number, headers: { [name: string]: string }, body: ServerResponse["body"]) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** True for an answer that is a stream of events. */
export const isEventStream = (answer: unknown): boolean =>
  answer instanceof ServerResponse && answer.headers["content-type"] === "text/event-stream"

/** An answer without a body. */
export const empty = (status: number, headers: { readonly [name: string]: string } = {}): ServerResponse =>
  new ServerResponse(status, { ...headers }, "")

/** JSON that is text already. */
export const jsonText = (
  status: number,
  text: string,
  headers: { readonly [name: string]: string } = {}
): ServerResponse => new ServerResponse(status, { "content-type": "application/json", ...headers }, text)

/** A value as JSON. */
export const json = (
  status: number,
  value: unknown,
  headers?: { readonly [name: string]: string }
): ServerResponse => jsonText(status, JSON.stringify(value), headers)

/** An answer that is the same on every route, given from any step in place of going on. Failures that routes encode are `ApiError`s. */
export class Rejection {
  readonly _tag = "Rejection"
  readonly respond: () => ServerResponse

  constructor(respond: () => ServerResponse) {
    this.respond = respond
  }
}

/** 404 with an empty body: no such path. */
export const noSuchPath = new Rejection(() => empty(404))

/** 404 with an error object: clients of OpenAI show it. */
export const noSuchOpenAiPath = new Rejection(() =>
  json(404, errorObject(["There is no such path here.", errorTypes[404]]))
)

/** 405 with an empty body: the path has other methods. */
export const wrongMethod = (allow: string): Rejection => new Rejection(() => empty(405, { allow }))

/** 408: the body did not arrive in time. In no document, as any request to any server may get it. */
export const slowBody = new Rejection(() =>
  json(408, errorObject(["The request body did not arrive in time.", errorTypes[400]]), {
    connection: "close"
  })
)

const unavailableBody = JSON.stringify(errorObject(outageMessages.unavailable))

/** 503: the process is overloaded or stops. A retry may reach another server, or a better moment. */
export const unavailable = new Rejection(() => jsonText(503, unavailableBody, { "retry-after": "1" }))
