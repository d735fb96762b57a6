// Checks the syntax of a request before it is routed: version, target and header lines, which only node:http shows.
// Source: §7.1; Assumed: ours for everything here.
import { errorObject, errorTypes } from "@leadline/core/internal"
import type { IncomingMessage, ServerResponse } from "node:http"

/** A refusal: the status, and whether it says why as an error object. */
export interface Refusal {
  readonly status: 400 | 404 | 431 | 501 | 505
  readonly message?: string
}

/** Headers allowed once, each with its bit of a mask. Of most, Node silently keeps the first. */
const single = new Map(
  [
    "authorization",
    "content-length",
    "content-type",
    "from",
    "host",
    "if-modified-since",
    "if-unmodified-since",
    "max-forwards",
    "proxy-authorization",
    "referer",
    "transfer-encoding",
    "user-agent"
  ].map((name, index) => [name, 1 << index])
)

/** More header lines than this are 431. */
const maxHeaders = 100

/** `host` or `host:port`: a name, an IPv4 address or a bracketed IPv6 address, nothing else. */
const host = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/** Judges a request by its version, its target and its header lines as they came. */
export const judge = (
  request: Pick<IncomingMessage, "httpVersion" | "rawHeaders" | "url">
): Refusal | undefined => {
  const { httpVersion, rawHeaders, url = "" } = request
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return { status: 505 }
  if (rawHeaders.length > 2 * maxHeaders) return { status: 431 }
  let seen = 0
  let isHosted = httpVersion === "1.0"
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase()
    const bit = single.get(name)
    if (bit === undefined) continue
    if ((seen & bit) !== 0) return { status: 400, message: `The header ${name} is given twice` }
    seen |= bit
    if (name === "transfer-encoding" && rawHeaders[index + 1]?.toLowerCase() !== "chunked")
      return { status: 501 }
    if (name === "host") {
      if (!host.test(rawHeaders[index + 1] ?? "")) {
        return {
          status: 400,
          message: "The header host must be a host name or address, optionally with a port"
        }
      }
      isHosted = true
    }
  }
  if (!isHosted) return { status: 400, message: "The header host is missing" }
  return url.startsWith("/") ? undefined : { status: 404 }
}

/** Answers a refused request and says so; false: let it pass. A 404 keeps the connection, others close it. */
export const refuse = (request: IncomingMessage, response: ServerResponse): boolean => {
  const refusal = judge(request)
  if (refusal === undefined) return false
  const body =
    refusal.message === undefined ? "" : JSON.stringify(errorObject([refusal.message, errorTypes[400]]))
  response.writeHead(refusal.status, {
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
    ...(body === "" ? {} : { "content-type": "application/json" }),
    ...(refusal.status === 404 ? {} : { connection: "close" })
  })
  response.end(body)
  return true
}
