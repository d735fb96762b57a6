// Makes the lines of the access log.
import { errorTypes } from "../../errors/messages.ts"
import { shownAddress } from "../networks.ts"
import { makeRequestId, type RequestContext } from "../RequestContext.ts"
import { methodName, noRoute } from "../Router.ts"
import type { Settings } from "../ServerSettings.ts"
import type { Entry } from "./AccessLog.ts"

/** As in the error object of the response; the four others have none. */
const errorTypeByStatus: { readonly [status: number]: string } = {
  ...errorTypes,
  405: "method_not_allowed",
  499: "aborted",
  501: "not_implemented",
  505: "version_not_supported"
}

/** The type of a failure by its status; undefined for a success. */
const errorOf = (status: number): string | undefined =>
  status < 400 ? undefined : (errorTypeByStatus[status] ?? (status < 500 ? errorTypes[400] : errorTypes[500]))

/** The facts of a request that a line has besides its end. */
type Facts = Pick<
  RequestContext,
  | "attempts"
  | "bytesIn"
  | "bytesOut"
  | "caller"
  | "engine"
  | "error"
  | "events"
  | "firstByteAt"
  | "id"
  | "method"
  | "route"
  | "startedAt"
>

/** The type of the failure of a request that is over; undefined: it did not fail. */
export const failureOf = ({ error }: Pick<Facts, "error">, status: number, aborted: boolean) =>
  error ?? (aborted ? "aborted" : errorOf(status))

/** The address of a request, as far as the settings allow it in the log. */
interface Origin {
  readonly remoteAddress: string | undefined
  readonly settings: Pick<Settings, "logAddresses">
}

/** The line of a request that was over at `now`. */
export const entryOf = (request: Facts & Origin, status: number, now: number, aborted: boolean): Entry => {
  const { logAddresses } = request.settings
  return {
    ts: new Date(now).toISOString(),
    level: status >= 500 || (request.error !== undefined && !aborted) ? "error" : "info",
    request_id: request.id,
    method: request.method,
    route: request.route,
    status,
    error: failureOf(request, status, aborted) ?? null,
    ms: now - request.startedAt,
    first_byte_ms: request.firstByteAt === undefined ? null : request.firstByteAt - request.startedAt,
    bytes_in: request.bytesIn,
    bytes_out: request.bytesOut,
    group: request.caller?.group ?? null,
    key_id: request.caller?.key ?? null,
    ...(logAddresses === "off" ? {} : { address: shownAddress(request.remoteAddress, logAddresses) }),
    engine: request.engine ?? null,
    attempts: request.attempts,
    events: request.events,
    aborted
  }
}

/** The line of a request that was refused at `now`, before its path and its body were looked at. */
export const refusalOf = (method: string | undefined, status: number, now: number, origin: Origin): Entry => {
  const facts: Facts & Origin = {
    ...origin,
    attempts: 0,
    bytesIn: 0,
    bytesOut: 0,
    caller: undefined,
    engine: undefined,
    error: undefined,
    events: 0,
    firstByteAt: undefined,
    id: makeRequestId(),
    method: methodName(method ?? ""),
    route: noRoute,
    startedAt: now
  }
  // Whatever the status says, it is the caller's doing.
  return { ...entryOf(facts, status, now, false), level: "info" }
}
