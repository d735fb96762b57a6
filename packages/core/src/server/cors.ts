// Lets the pages of listed origins call from a browser: byte for byte as they are listed, never with cookies.
import { rateLimitHeader } from "../protocol/rateLimitHeaders.ts"
import { actionHeader, modelHeader, policyHeader } from "../protocol/policyHeaders.ts"
import { empty, Rejection } from "./ServerResponse.ts"
import type { RequestContext } from "./RequestContext.ts"
import type { Target } from "./Router.ts"

/** Headers a page may send; what it asks for is not repeated. */
const allowedHeaders = `authorization, content-type, ${policyHeader}`

/** Headers of an answer a page may read, besides what all may. */
const exposedHeaders = [
  "retry-after",
  "retry-after-ms",
  ...Object.values(rateLimitHeader),
  "x-request-id",
  policyHeader,
  actionHeader,
  modelHeader
].join(", ")

/** Seconds for which a browser need not ask again. */
const maxAge = "600"

const preflight = (allowed: { readonly [name: string]: string }, methods: string) =>
  new Rejection(() =>
    empty(204, {
      ...allowed,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": allowedHeaders,
      "access-control-max-age": maxAge
    })
  )

/**
 * Makes the step that answers preflights and adds CORS headers, on known paths. To other origins an answer says nothing
 * of origins, and their preflights are wrong methods. Without a listed origin it does nothing.
 */
export const makeCors = (origins: ReadonlyArray<string>) => {
  const listed = new Set(origins)
  return (context: RequestContext, { allow, route }: Target): Rejection | undefined => {
    const { headers, method } = context.exchange
    const { origin } = headers
    if (listed.size === 0 || origin === undefined || allow === undefined) return undefined
    const vary = { vary: "Origin" }
    if (!listed.has(origin)) {
      context.addHeaders(() => vary)
      return undefined
    }
    const allowed = { ...vary, "access-control-allow-origin": origin }
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
    if (isPreflight && route instanceof Rejection) return preflight(allowed, allow)
    context.addHeaders(() => ({ ...allowed, "access-control-expose-headers": exposedHeaders }))
    return undefined
  }
}
