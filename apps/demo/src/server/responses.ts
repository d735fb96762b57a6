// Responses of the demo server, all with its security headers.
import { withOwnAddresses } from "./service.ts"

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const common = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

/** A response with further headers. */
export const answer = (
  body: BodyInit | null,
  status: number,
  headers: { readonly [name: string]: string }
): Response => new Response(body, { status, headers: { ...common, ...headers } })

/** A JSON response that is not cached. */
export const json = (
  value: unknown,
  status = 200,
  headers: { readonly [name: string]: string } = {}
): Response =>
  answer(withOwnAddresses(JSON.stringify(value)), status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...headers
  })

/** An error response with a message for people. */
export const errorResponse = (status: number, message: string): Response => json({ message }, status)

/** The response to a caller who is too fast, with the seconds to wait. */
export const tooFast = (message: string, wait: number): Response =>
  json({ message }, 429, { "retry-after": String(wait) })
