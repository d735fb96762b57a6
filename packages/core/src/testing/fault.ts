// What goes wrong on a wire, on purpose: statuses, pages, broken and silent connections.
// Source: §7.1; the codes are those of Node.
import { errorObject, outageMessages } from "../errors/bodies.ts"
import type { Phase } from "../errors/ApiError.ts"
import { utf8 } from "./bytes.ts"
import type { ConnectionBreak, Step, Wire } from "./Step.ts"

/** An answer of any form: nothing about it is checked. */
export interface RawAnswer {
  /** Default 200. */
  readonly status?: number
  /** Default none. */
  readonly headers?: { readonly [name: string]: string }
  /** A list arrives in parts. Default: no body. */
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array>
}

/** What a failed answer says beside its status. */
export interface StatusOptions {
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number
  /** Further ones. */
  readonly headers?: { readonly [name: string]: string }
  /** Sent as JSON. Default: an error object that fits the status. */
  readonly body?: unknown
}

const step = (name: string, wire: Wire): Step => ({ name, objections: () => [], wire })

const bytes = (part: string | Uint8Array): Uint8Array => (typeof part === "string" ? utf8(part) : part)

const lower = (headers: RawAnswer["headers"] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const raw = ({ body = [], headers, status = 200 }: RawAnswer): Step => {
  const parts = typeof body === "string" || body instanceof Uint8Array ? [body] : body
  return step(`a raw answer of status ${status}`, {
    head: { status, headers: lower(headers) },
    parts: parts.map(bytes),
    ending: "end"
  })
}

const words: { readonly [status: number]: readonly [message: string, type: string] } = {
  400: ["The request is not valid.", "invalid_request_error"],
  401: ["The API key is not valid.", "invalid_api_key"],
  403: ["The key may not do this.", "permission_denied"],
  404: ["Nothing is there.", "not_found"],
  409: ["The stored state has moved on.", "conflict"],
  413: ["The body is too large.", "invalid_request_error"],
  429: ["Too many requests.", "too_many_requests"],
  502: outageMessages.gateway,
  503: outageMessages.unavailable,
  504: outageMessages.timeout
}

const status = (code: number, { body, headers, retryAfter }: StatusOptions = {}): Step => ({
  ...raw({
    status: code,
    headers: {
      "content-type": "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers
    },
    body: JSON.stringify(
      body ?? errorObject(words[code] ?? outageMessages.internal, code === 401 ? code : null)
    )
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

/** The first bytes of an answer, in the parts it comes in. */
const first = (parts: Wire["parts"], size: number): Wire["parts"] => {
  let left = size
  return parts.flatMap((part) => {
    const some = part.subarray(0, left)
    left -= some.length
    return some.length === 0 ? [] : [some]
  })
}

const ended = (whole: Step, size: number, how: string, ending: Wire["ending"]): Step => ({
  ...whole,
  name: `${whole.name}, ${how} after ${size} bytes`,
  wire: { ...whole.wire, parts: first(whole.wire.parts, size), ending }
})

const reset: ConnectionBreak = { code: "ECONNRESET" }

/** Steps that go wrong. Those without an answer fit every request; narrow them with `when`. */
export const fault = {
  /** A failure by its status: `fault.status(429, { retryAfter: 1 })`. */
  status,
  /** A page where JSON was due. Default 504, as gateways send it. */
  html,
  /** Any status, headers and bytes. */
  raw,
  /** Nobody listens: the request was not sent. */
  refused: (): Step => broken("ECONNREFUSED", "connect"),
  /** The connection breaks before an answer: the request may have arrived. */
  reset: (): Step => broken(reset.code),
  /** A break by the code of a runtime, in a phase where the code does not tell. */
  broken,
  /** The head and the first bytes of an answer, then a reset. */
  cut: (whole: Step, size: number): Step => ended(whole, size, "cut", reset),
  /** No answer ever, or silence after the first bytes of one. Only the client's own deadline ends it: set a short one. */
  stall: (whole?: Step, size = 0): Step =>
    whole === undefined
      ? step("silence", { parts: [], ending: "silence" })
      : ended(whole, size, "silent", "silence")
}
