// An address on this server, as the caller of a request can use it.
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Scheme and authority, where the host gives a request its whole address. */
const whole = /^(https?):\/\/([^/?#]+)/i

/**
 * Completes a path with the origin the request came to; whole addresses stay. The scheme is that of the
 * connection, or of a listed proxy: no other header is read. The origin goes back to its sender only.
 */
export const absolute = (
  { headers, originalUrl, protocol }: HttpServerRequest.HttpServerRequest,
  address: string
): string => {
  if (!address.startsWith("/")) return address
  const [, own = "http", authority = "localhost"] = whole.exec(originalUrl) ?? []
  return `${protocol ?? own.toLowerCase()}://${headers["host"] ?? authority}${address}`
}
