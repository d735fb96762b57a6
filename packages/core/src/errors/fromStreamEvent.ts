// The failure of an error event in a stream, or of an error object in place of a stream.
// Source: §2.4, §6; which code or type names which class is Assumed: ours.
import * as Predicate from "effect/Predicate"
import * as ApiError from "./ApiError.ts"
import { fromStatus, type Redact } from "./fromStatus.ts"

const statuses: ReadonlyArray<readonly [names: RegExp, status: number]> = [
  [/^(invalid_(request(_error)?|model|parameter)|bad_request)$/, 400],
  [/^(invalid_api_key|authentication_error)$/, 401],
  [/^(forbidden|permission_error)$/, 403],
  [/^not_found$/, 404],
  [/^conflict$/, 409],
  [/^payload_too_large$/, 413],
  [/^(too_many_requests|rate_limit_error|(request_)?rate_limit_exceeded)$/, 429],
  [/^bad_gateway$/, 502],
  [/^(service_unavailable|overloaded_error)$/, 503],
  [/^gateway_timeout$/, 504]
]

/** A text or a number as text. An object would throw that has no text: JSON may have a `toString` in it. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

const statusOf = (error: { readonly [key: string]: unknown }): number => {
  const code = textOf(error["code"] ?? error["status"])
  if (/^[45]\d\d$/.test(code)) return Number(code)
  const named = [textOf(error["code"]), textOf(error["type"])].flatMap((name) =>
    statuses.filter(([names]) => names.test(name))
  )
  return named[0]?.[1] ?? 500
}

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
  const { message = "The service failed.", type } = error
  return fromStatus(statusOf(error), { error: { message, type } }, { redact, phase: "stream" })
}

/** The failure of an event named `error` whose data is not a JSON object. */
export const unspecifiedError = (): ApiError.ApiError =>
  new ApiError.InternalServerError({ message: "The service failed.", status: 500, phase: "stream" })
