// Completes an address on this server as callers can use it.
import type { RequestContext } from "./RequestContext.ts"

/**
 * Completes a path with the public URL of the settings, else with the server's own origin where its runtime knows it,
 * else leaves it relative; absolute URLs are unchanged. Headers of the request are ignored: the reader of the URL may not be
 * the one who chose the `Host`.
 */
export const absoluteUrl = ({ exchange, settings }: RequestContext, address: string): string =>
  address.startsWith("/") ? `${settings.publicUrl ?? exchange.localOrigin() ?? ""}${address}` : address
