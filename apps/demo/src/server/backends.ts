// The backends of the service, from its admin API: the routes, and what each backend can do.
import type { CheckedBackend, Routes } from "../protocol.ts"
import { errorResponse, json } from "./responses.ts"
import type { Admin } from "./settings.ts"

const unavailable = "The admin API of the service does not answer. See the log of the demo server."

/** Asks the admin API. Its failures are for the operator, not for visitors. */
const ask = async <A>(
  { token, url }: Admin,
  method: "GET" | "POST",
  path: string,
  signal: AbortSignal
): Promise<A> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    signal
  })
  if (!response.ok) throw new Error(`The admin API answered ${path} with status ${response.status}.`)
  return (await response.json()) as A
}

const answered = <A>(asked: Promise<A>): Promise<Response> =>
  asked.then(json, (error: unknown) => {
    console.error(error)
    return errorResponse(502, unavailable)
  })

/** Which backends answer which resource. */
export const routes = (admin: Admin, signal: AbortSignal): Promise<Response> =>
  answered(ask<Routes>(admin, "GET", "/backends/routes", signal))

/** What each backend can do; asks all of them. */
export const check = (admin: Admin, signal: AbortSignal): Promise<Response> =>
  answered(ask<ReadonlyArray<CheckedBackend>>(admin, "POST", "/backends/check", signal))
