// An answer before it is sent: status, headers, and a body that is whole or written in pieces.
import type * as Effect from "effect/Effect"
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

/** Whether an answer is a stream of events. */
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
