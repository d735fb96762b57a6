// Finds requests of web pages whose name resolves to this machine (DNS rebinding): they could read what needs no token.
import type { ServerExchange } from "../ServerExchange.ts"
import * as ServerResponse from "../ServerResponse.ts"

/** `localhost`, or an IP address, with or without a port: what no name server has resolved. */
const unresolved = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/i

const loopback = /^http:\/\/(?:127\.|\[::1\])/

// Assumed: ours.
/** Whether a request came to a loopback address and names another host: that of a page. */
export const isMisdirected = ({
  headers,
  localOrigin
}: Pick<ServerExchange, "headers" | "localOrigin">): boolean =>
  !unresolved.test(headers["host"] ?? "localhost") && loopback.test(localOrigin() ?? "")

/** The answer to such a request. */
export const misdirected = (): ServerResponse.ServerResponse =>
  new ServerResponse.ServerResponse(
    421,
    { "cache-control": "no-store", "content-type": "text/plain" },
    "Ask for this by localhost or by an IP address.\n"
  )
