// Completes an address on this server as the caller of a request can use it.
import type { Exchange } from "./Exchange.ts"

/**
 * Completes a path with the origin the request came to; whole addresses stay. The scheme is that of the connection, or
 * of a listed proxy: no other header is read. The origin goes back to its sender only.
 */
export const absoluteUrl = ({ authority, headers, scheme }: Exchange, address: string): string =>
  address.startsWith("/") ? `${scheme}://${headers["host"] ?? authority ?? "localhost"}${address}` : address
