// A request as a test or a recording sees it: data, without the key.
import type * as Schema from "effect/Schema"
import type { TransportRequest } from "../client/Transport.ts"
import { jsonOf, textOf, utf8 } from "./bytes.ts"
import { placed } from "./operations.ts"

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  /** Without base URL and query, as `/v1/decisions`. */
  readonly path: string
  /** Decoded. */
  readonly query: { readonly [name: string]: string }
  /** Lower-case names; `authorization` and cookies are left out. */
  readonly headers: { readonly [name: string]: string }
  /** Parsed where it is JSON, bytes where it is none, undefined where there is none. */
  readonly body: Schema.Json | Uint8Array | undefined
  /** What was called, as `Decisions.create`; undefined for a request that is none of the client's. */
  readonly operation: string | undefined
}

/** Names of headers that are secrets. */
export const isSecret = (name: string): boolean =>
  /^(proxy-)?authorization$|^(set-)?cookie2?$|^x-api-key$/i.test(name)

const plain = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const bodyOf = ({ body, headers }: TransportRequest): SentRequest["body"] => {
  if (body === undefined) return undefined
  const bytes = typeof body === "string" ? utf8(body) : body.slice()
  const text = /json/i.test(headers["content-type"] ?? "") ? textOf(bytes) : undefined
  const json = text === undefined ? undefined : jsonOf(text)
  return json === undefined ? bytes : json
}

/** What a transport was given, as data. */
export const sentRequest = (request: TransportRequest): SentRequest => {
  const [address = "", search = ""] = request.url.replace(/^https?:\/\/[^/?#]+/i, "").split("?")
  const pairs = search.split("&").filter((pair) => pair !== "")
  return {
    method: request.method,
    ...placed(request.method, address),
    query: Object.fromEntries(
      pairs.map((pair) => {
        const [name = "", ...value] = pair.split("=")
        return [plain(name), plain(value.join("="))]
      })
    ),
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isSecret(name))),
    body: bodyOf(request)
  }
}

/** In one line, for messages: nothing of what it holds. */
export const lineOf = ({ method, path }: Pick<SentRequest, "method" | "path">): string => `${method} ${path}`
