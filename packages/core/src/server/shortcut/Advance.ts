// What was done for a request before it came to the long way: none of it is done, or counted, twice.
import type * as Cause from "effect/Cause"
import type * as Exit from "effect/Exit"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as ApiError from "../../errors/ApiError.ts"
import type { Caller } from "../Authentication.ts"
import type { TellBeside } from "../extraHeaders.ts"
import type { Count } from "../limits/RateLimiter.ts"
import type { Noted } from "../RequestContext.ts"

/** As far as the short way has gone. */
export interface Advance {
  /** The key was looked at. */
  check?: Exit.Exit<Caller["Service"], ApiError.AuthenticationError | ApiError.UnavailableError>
  /** The request was counted. */
  count?: Count
  /** The body was read. */
  bytes?: Uint8Array
  /** The service was asked, and failed. */
  cause?: Cause.Cause<ApiError.ApiError>
  /** Which engine the service asked, if it left a name. */
  noted?: Pick<Noted, "attempts" | "engine">
  /** What the service told beside. */
  beside?: ReadonlyArray<TellBeside>
}

const advances = new WeakMap<object, Advance>()

/** Hands a request over, by the object of the runtime that stands for it. */
export const handOver = (source: object, advance: Advance): void => void advances.set(source, advance)

/** What was handed over with a request; undefined for most. */
export const advanceOf = ({ source }: HttpServerRequest.HttpServerRequest): Advance | undefined =>
  advances.get(source)
