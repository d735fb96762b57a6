// Answers of the demo's server, each with the headers that hold for all.

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

/** An answer with a body, and headers of its own. */
export const answer = (
  body: BodyInit | null,
  status: number,
  headers: { readonly [name: string]: string }
): Response => new Response(body, { status, headers: { ...common, ...headers } })

/** JSON that nobody keeps. */
export const json = (value: unknown, status = 200): Response =>
  answer(JSON.stringify(value), status, { "content-type": "application/json", "cache-control": "no-store" })

/** Something is wrong with the request; one line for a person. */
export const errorResponse = (status: number, message: string): Response => json({ message }, status)
