// One line for each request that is over, with ids and numbers only.
import * as Context from "effect/Context"
import { Noted } from "../RequestContext.ts"
import { methodOf, none } from "../routeTemplate.ts"

/** One line: no path as it came, no query, header, body, key or address. Times are milliseconds; null: does not apply. */
export interface Entry {
  /** RFC 3339, when the request was over. */
  readonly ts: string
  readonly level: "info" | "error"
  readonly request_id: string
  readonly method: string
  /** The template of the path, or `none`. */
  readonly route: string
  /** 499 when the caller was gone before the answer. */
  readonly status: number
  /** The type of the failure. */
  readonly error: string | null
  readonly ms: number
  /** To the first byte of the body of a stream. */
  readonly first_byte_ms: number | null
  readonly bytes_in: number
  readonly bytes_out: number
  readonly group: string | null
  /** The public id of the key. */
  readonly key_id: string | null
  readonly engine: string | null
  /** Requests made to a service beneath. */
  readonly attempts: number
  /** Events of a stream. */
  readonly events: number
  /** Did the caller leave before the end? */
  readonly aborted: boolean
}

/** Assumed: ours. Takes the lines; undefined, the default: there is no access log. Must not block or throw. */
export const AccessLog = Context.Reference<((entry: Entry) => void) | undefined>(
  "@leadline/core/http/AccessLog",
  { defaultValue: () => undefined }
)

const types: { readonly [status: number]: string } = {
  400: "invalid_request_error",
  401: "invalid_api_key",
  403: "permission_denied",
  404: "not_found",
  405: "method_not_allowed",
  408: "request_timeout",
  409: "conflict",
  413: "payload_too_large",
  422: "invalid_request_error",
  429: "too_many_requests",
  499: "aborted",
  501: "not_implemented",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
  505: "version_not_supported"
}

/** The type of a failure by its status; undefined for a success. */
export const errorOf = (status: number): string | undefined =>
  status < 400 ? undefined : (types[status] ?? (status < 500 ? "invalid_request_error" : "internal_error"))

/** The line of a request that was over at `now`. */
export const entryOf = (noted: Noted, status: number, now: number, aborted: boolean): Entry => {
  const error = noted.error ?? (aborted ? "aborted" : errorOf(status))
  return {
    ts: new Date(now).toISOString(),
    level: status >= 500 || (noted.error !== undefined && !aborted) ? "error" : "info",
    request_id: noted.id,
    method: noted.method,
    route: noted.route,
    status,
    error: error ?? null,
    ms: now - noted.startedAt,
    first_byte_ms: noted.firstByteAt === undefined ? null : noted.firstByteAt - noted.startedAt,
    bytes_in: noted.bytesIn,
    bytes_out: noted.bytesOut,
    group: noted.caller?.group ?? null,
    key_id: noted.caller?.key ?? null,
    engine: noted.engine ?? null,
    attempts: noted.attempts,
    events: noted.events,
    aborted
  }
}

const nobodyEnds = () => () => undefined

/** The line of a request that was refused at `now`, before its path and its body were looked at. */
export const refusalOf = (method: string | undefined, status: number, now: number): Entry => ({
  ...entryOf(new Noted(methodOf(method ?? ""), none, now, 0, nobodyEnds), status, now, false),
  // Whatever the status says, it is the caller's doing.
  level: "info"
})
