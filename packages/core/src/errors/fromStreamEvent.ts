// The failure of an error event in a stream, or of an error object in place of a stream.
// Source: §2.4, §6; which code or type names which class is Assumed: ours.
import * as Predicate from "effect/Predicate"
import type * as ApiError from "./ApiError.ts"
import { fromStatus, type Redact } from "./fromStatus.ts"
import { fixedMessages } from "./messages.ts"

const statuses: ReadonlyArray<readonly [names: RegExp, status: number]> = [
  [/^(invalid_(request(_error)?|model|parameter)|bad_request)$/, 400],
  [/^(invalid_api_key|authentication_error)$/, 401],
  [/^(forbidden|permission_error)$/, 403],
  [/^not_found$/, 404],
  [/^conflict$/, 409],
  [/^payload_too_large$/, 413],
  [/^(too_many_requests|(request_)?rate_limit_(error|exceeded))$/, 429],
  [/^bad_gateway$/, 502],
  [/^(service_unavailable|overloaded_error)$/, 503],
  [/^gateway_timeout$/, 504]
]

const statusOf = (error: { readonly [key: string]: unknown }): number =>
  [error["code"] ?? error["status"], error["type"]].flatMap((value) => {
    // An object may have no text: JSON can have a `toString` in it.
    const text = typeof value === "string" || typeof value === "number" ? String(value) : ""
    return /^[45]\d\d$/.test(text)
      ? Number(text)
      : statuses.flatMap(([names, status]) => (names.test(text) ? status : []))
  })[0] ?? 500

/**
 * The error object of a value, if it has one. `response.failed` is an event although it holds an error. In a response
 * of another kind, `error` is null or absent.
 */
const errorObjectOf = (value: unknown): { readonly [key: string]: unknown } | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const { error, type } = value as { readonly error?: unknown; readonly type?: unknown }
  if (typeof type === "string" && type.startsWith("response.")) return undefined
  if (Predicate.isObject(error)) return error
  return type === "error" ? { ...value, type: undefined } : undefined
}

/** The failure that a value of a stream stands for; undefined: it is an event. */
export const fromStreamEvent = (value: unknown, redact: Redact): ApiError.ApiError | undefined => {
  const error = errorObjectOf(value)
  if (error === undefined) return undefined
  const { message = fixedMessages[500], type } = error
  return fromStatus(statusOf(error), { error: { message, type } }, { redact, phase: "stream" })
}
