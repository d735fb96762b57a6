// Builds the request of a call, the same for every attempt.
// Source: §4, §8.
import * as ApiError from "../errors/ApiError.ts"
import { bodyBytes } from "../contract/limits.ts"
import { encodeText } from "../protocol/utf8.ts"
import type { CallOptions } from "./CallOptions.ts"
import type { TransportRequest } from "./Transport.ts"

/** The body of a request. */
export interface RequestBody {
  readonly type: string
  readonly content: string | Uint8Array
}

const isTooLarge = ({ content }: RequestBody): boolean =>
  content.length > bodyBytes ||
  // A UTF-16 unit takes three bytes at most.
  (typeof content === "string" && content.length * 3 > bodyBytes && encodeText(content).length > bodyBytes)

/** The request without key and base URL, which the transport's wrapper adds; or why it cannot be sent. */
export const buildRequest = (
  { method, name, path }: { readonly method: string; readonly name: string; readonly path: string },
  given: CallOptions["headers"],
  body: RequestBody | undefined,
  accept: string
): TransportRequest | ApiError.ApiError => {
  const headers: Record<string, string> = {}
  for (const [header, value] of Object.entries(given ?? {})) {
    headers[header.toLowerCase()] = value
  }
  headers["accept"] = accept
  headers["accept-encoding"] = "identity"
  if (body !== undefined) {
    if (isTooLarge(body))
      return new ApiError.PayloadTooLargeError({
        message: `The request is over ${bodyBytes} bytes.`,
        phase: "request"
      })
    headers["content-type"] = body.type
  }
  return { operation: name, attempt: 1, method, url: path, headers, body: body?.content }
}

/** A request as JSON; undefined without one. */
export const jsonBody = (request: unknown): RequestBody | undefined =>
  request === undefined ? undefined : { type: "application/json", content: JSON.stringify(request) }
