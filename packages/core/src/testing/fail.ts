// Failures for scripts: error statuses, HTML pages, broken and silent connections.
// Source: §7.1; the codes are those of Node.
import * as Duration from "effect/Duration"
import { errorObject } from "../errors/bodies.ts"
import { errorTypes, fixedMessages } from "../errors/messages.ts"
import type { Phase } from "../errors/ApiError.ts"
import { utf8 } from "./bytes.ts"
import type { ConnectionBreak, Step, Wire } from "./Step.ts"

/** A response of any form, unchecked. */
export interface RawResponse {
  /** Default 200. */
  readonly status?: number
  /** Default none. */
  readonly headers?: { readonly [name: string]: string }
  /** An array arrives in chunks. Default: no body. */
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array>
}

/** Options of an error response. */
export interface StatusOptions {
  /** Sent as `Retry-After`, in whole seconds. Milliseconds, or as `"2 seconds"`. */
  readonly retryAfter?: Duration.Input
  /** More headers. */
  readonly headers?: { readonly [name: string]: string }
  /** Sent as JSON. Default: an error object that fits the status. */
  readonly body?: unknown
}

const step = (name: string, wire: Wire): Step => ({ name, objections: () => [], wire })

const bytes = (part: string | Uint8Array): Uint8Array => (typeof part === "string" ? utf8(part) : part)

const lower = (headers: RawResponse["headers"] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const raw = ({ body = [], headers, status = 200 }: RawResponse): Step => {
  const parts = typeof body === "string" || body instanceof Uint8Array ? [body] : body
  return step(`a raw answer of status ${status}`, {
    head: { status, headers: lower(headers) },
    parts: parts.map(bytes),
    ending: "end"
  })
}

const messages: { readonly [status: number]: string } = {
  400: "The request is not valid.",
  401: "The API key is not valid.",
  403: "The key may not do this.",
  404: "Nothing is there.",
  409: "The stored state has moved on.",
  413: "The body is too large.",
  422: "The request is not valid.",
  ...fixedMessages
}

const types: { readonly [status: number]: string } = errorTypes

/** Message and type of a status; those that are not listed say which one it is. */
const describe = (code: number): readonly [message: string, type: string] => [
  messages[code] ?? `The service answered with status ${code}.`,
  types[code] ?? errorTypes[code < 500 ? 400 : 500]
]

const status = (code: number, { body, headers, retryAfter }: StatusOptions = {}): Step => ({
  ...raw({
    status: code,
    headers: {
      "content-type": "application/json",
      ...(retryAfter === undefined
        ? {}
        : { "retry-after": String(Math.ceil(Duration.toSeconds(retryAfter))) }),
      ...headers
    },
    body: JSON.stringify(body ?? errorObject(describe(code), code === 401 ? code : null))
  }),
  name: `a failure of status ${code}`
})

const html = (code = 504): Step => ({
  ...raw({
    status: code,
    headers: { "content-type": "text/html" },
    body: `<!doctype html><title>${code}</title><h1>${code}</h1>`
  }),
  name: `a page of status ${code}`
})

const broken = (code: string, phase?: Phase): Step =>
  step(`a break by ${code}`, { parts: [], ending: { code, phase } })

/** The first bytes of a response, in its chunks. */
const first = (parts: Wire["parts"], size: number): Wire["parts"] => {
  let left = size
  return parts.flatMap((part) => {
    const some = part.subarray(0, left)
    left -= some.length
    return some.length === 0 ? [] : [some]
  })
}

const ended = (response: Step, size: number, how: string, ending: Wire["ending"]): Step => ({
  ...response,
  name: `${response.name}, ${how} after ${size} bytes`,
  wire: { ...response.wire, parts: first(response.wire.parts, size), ending }
})

const reset: ConnectionBreak = { code: "ECONNRESET" }

/** Steps that fail. Those without a response accept every request; restrict them with `when`. */
export const fail = {
  /** An error response: `fail.status(429, { retryAfter: "1 second" })`. */
  status,
  /** An HTML page instead of JSON. Default status 504, as of a gateway. */
  html,
  /** Any status, headers and bytes. */
  raw,
  /** The connection is refused: the request was not sent. */
  refused: (): Step => broken("ECONNREFUSED", "connect"),
  /** The connection is reset before a response: the request may have arrived. */
  reset: (): Step => broken(reset.code),
  /** A connection that fails with an error code of a runtime, in the given phase. */
  broken,
  /** The head and the first bytes of a response, then a reset. */
  cut: (whole: Step, size: number): Step => ended(whole, size, "cut", reset),
  /** No response, or silence after its first bytes. Only the client's deadline ends it: set a short one. */
  stall: (whole?: Step, size = 0): Step =>
    whole === undefined
      ? step("silence", { parts: [], ending: "silence" })
      : ended(whole, size, "silent", "silence")
}
