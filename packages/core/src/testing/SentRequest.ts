// A sent request as plain data, without the key.
import type * as Schema from "effect/Schema"
import type { TransportRequest } from "../client/Transport.ts"
import { jsonOf, textOf, utf8 } from "./bytes.ts"
import { placed } from "./operations.ts"

/** A sent request. */
export interface SentRequest {
  readonly method: string
  /** Without base URL and query, as `/v1/decisions`. */
  readonly path: string
  /** Decoded. */
  readonly query: { readonly [name: string]: string }
  /** Lower-case names; `authorization` and cookies are left out. */
  readonly headers: { readonly [name: string]: string }
  /** The value of a JSON body, the bytes of another one, undefined without a body. */
  readonly body: Schema.Json | Uint8Array | undefined
  /** The operation, for example `Decisions.create`; undefined for a request of no operation. */
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

/** The request of a transport as plain data. */
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

/** A request in one line, for messages, without its content. */
export const lineOf = ({ method, path }: Pick<SentRequest, "method" | "path">): string => `${method} ${path}`
