// The runtime's `Response` and its body, under the types that the program's compiler options declare.
// Like `TextDecoder`, both are globals of every supported runtime; core's own compiler options know neither.
import { eventStreamHeaders } from "../../protocol/sse/frames.ts"

interface ResponseLike {
  readonly body: AsyncIterable<Uint8Array> | null
}

/** The `Response` of the runtime. */
export type WebResponse = typeof globalThis extends {
  readonly Response: { readonly prototype: infer R extends { readonly body: unknown } }
}
  ? R
  : ResponseLike

/** The `ReadableStream` of bytes of the runtime. */
export type ByteStream = NonNullable<WebResponse["body"]>

declare const Response: new (
  body: ByteStream,
  init: { readonly status: number; readonly headers: { readonly [name: string]: string } }
) => WebResponse

/** Options of both responses with events. */
export interface ResponseOptions {
  /** The HTTP status. Default 200. */
  readonly status?: number | undefined
  /** More headers, or others in place of the defaults. */
  readonly headers?: { readonly [name: string]: string } | undefined
}

/** A response with server-sent events, which neither caches nor proxies hold back. */
export const eventResponse = (
  body: ByteStream,
  { headers = {}, status = 200 }: ResponseOptions,
  more: { readonly [name: string]: string } = {}
): WebResponse => {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return new Response(body, {
    status,
    headers: {
      ...eventStreamHeaders,
      "cache-control": "no-store",
      ...more,
      ...Object.fromEntries(given)
    }
  })
}
