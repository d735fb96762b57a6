// One exchange over fetch: what goes out, and how the answer is told.
import type * as Transport from "@leadline/core/transport"
import { isBrowser } from "./browser.ts"

/** What fetch takes beside the request. The request itself, its signal and its redirects are not for options. */
export interface FetchInit extends Omit<
  RequestInit,
  "method" | "headers" | "body" | "signal" | "redirect" | "duplex"
> {
  readonly method?: never
  readonly headers?: never
  readonly body?: never
  readonly signal?: never
  readonly redirect?: never
  readonly duplex?: never
  /** What one runtime alone knows: `dispatcher`, `client`, `proxy`, `cf`. */
  readonly [name: string]: unknown
}

/** Options of {@link makeTransport}. */
export interface TransportOptions {
  /** Any fetch. Default: the runtime's own, looked up at each request. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Goes along with every request. Default: no cookies, no cache. */
  readonly requestInit?: FetchInit | undefined
}

/** Deno sends a request again by itself when its connection breaks, unless its body is more than bytes or text. */
const isDeno = (): boolean => Reflect.has(globalThis, "Deno")

const bodyOf = (body: string | Uint8Array | undefined): BodyInit | null =>
  body === undefined ? null : isDeno() ? new Blob([body as BlobPart]) : (body as BodyInit)

/** What the runtime decodes unasked. Deno decodes nothing once a request names its codings, as all of ours do. */
const codings = (): ReadonlyArray<string> =>
  isDeno()
    ? []
    : Reflect.has(globalThis, "WebSocketPair")
      ? ["gzip", "br"]
      : ["gzip", "x-gzip", "deflate", "br", "zstd"]

/** A body of a known length up to here is read in one piece: on Deno that costs a quarter less than by parts. */
const small = 65_536

/** Some runtimes throw at a field they do not know, and none of those has it on its requests. */
const defaults = (): RequestInit => {
  const known: unknown = globalThis.Request?.prototype ?? {}
  const init: RequestInit = {}
  if (Reflect.has(Object(known), "credentials")) init.credentials = "omit"
  if (Reflect.has(Object(known), "cache")) init.cache = "no-store"
  return init
}

const headOf = (headers: Headers): { readonly [name: string]: string } => {
  const head: { [name: string]: string } = Object.create(null)
  // Only cookies come more than once.
  headers.forEach((value, name) => (head[name] = name in head ? `${head[name]}, ${value}` : value))
  return head
}

const nothing = (): void => undefined

/** A transport over fetch. It sees no phase before the head, and no connection: those are the runtime's. */
export const makeTransport = (options: TransportOptions = {}): Transport.Transport["Service"] => {
  const inBrowser = isBrowser()
  const shared = { ...defaults(), ...options.requestInit }
  return {
    codings: codings(),
    propagatesTrace: !inBrowser,
    send({ method, url, headers, body }, receiver) {
      const controller = new AbortController()
      let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
      let isOver = false
      let isWaiting = false

      const abort = (): void => {
        if (isOver) return
        isOver = true
        controller.abort()
        // A fetch of one's own may not heed the signal.
        reader?.cancel().catch(nothing)
      }
      const fail = (cause: unknown): void => {
        if (isOver) return
        abort()
        receiver.onError(cause)
      }
      const end = (): void => {
        if (isOver) return
        isOver = true
        receiver.onEnd()
      }
      const resume = (): void => {
        if (!isWaiting || isOver) return
        isWaiting = false
        reader?.read().then(take).catch(fail)
      }
      const take = ({ value }: ReadableStreamReadResult<Uint8Array>): void => {
        if (isOver) return
        if (value === undefined) return end()
        isWaiting = true
        if (receiver.onBytes(value)) resume()
      }
      const open = (response: Response): void => {
        const head = headOf(response.headers)
        if (!isOver) receiver.onHead(response.status, head)
        if (isOver) {
          response.body?.cancel().catch(nothing)
          return
        }
        if (response.body === null) return end()
        // A browser hides a coding from another origin's page: the length is not that of what is read.
        if (!inBrowser && head["content-encoding"] === undefined && Number(head["content-length"]) <= small) {
          response
            .arrayBuffer()
            .then((bytes) => {
              if (isOver) return
              if (bytes.byteLength > 0) receiver.onBytes(new Uint8Array(bytes))
              end()
            })
            .catch(fail)
        } else {
          reader = response.body.getReader()
          isWaiting = true
          resume()
        }
      }

      try {
        // Taken off its holder first: a browser's fetch refuses any `this` but its own.
        const fetch = options.fetch ?? globalThis.fetch
        fetch(url, {
          ...shared,
          method,
          headers,
          body: bodyOf(body),
          redirect: "manual",
          signal: controller.signal
        })
          .then(open)
          .catch(fail)
      } catch (cause) {
        fail(cause)
      }
      return { abort, resume }
    }
  }
}
