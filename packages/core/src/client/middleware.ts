// Runs middleware around each attempt. It sees the request without the key, and may change request and response.
import { checkPath } from "./queryString.ts"
import { Defect, type Receiver, type Transport, type TransportRequest } from "./Transport.ts"

/** The response to one request. */
export interface MiddlewareResponse {
  /** Any HTTP status: the client judges it afterwards. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string }
  /** Can be read once: by the client, or by a middleware that replaces it. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The call and the attempt that a request belongs to. */
export interface MiddlewareContext {
  /** For example `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
}

/** Calls the next middleware; the last one sends the request. */
export type Next = (request: TransportRequest) => Promise<MiddlewareResponse>

/**
 * A function around each attempt. An error it throws ends the call with that very error; a {@link RetryableError}
 * counts as a broken connection. An error of `next` may be rethrown. `url` begins with `/`, as the base URL comes before
 * it; for any other `next` rejects with a TypeError.
 */
export type Middleware = (
  request: TransportRequest,
  next: Next,
  context: MiddlewareContext
) => Promise<MiddlewareResponse>

/** Thrown by a middleware: the attempt counts as a broken connection, and is retried as such. */
export class RetryableError extends Error {
  override readonly name = "RetryableError"
}

/** A failure of the transport, on its way through middleware. */
class TransportFailure extends Error {}

const aborted = () => new TransportFailure("Aborted")

/** Sends over the transport; resolves with the head, while the body is still being received. */
const sendOver =
  (
    transport: Transport["Service"],
    receiver: Receiver,
    aborts: Set<() => void>,
    isOver: () => boolean
  ): Next =>
  (request) =>
    new Promise((resolve, reject) => {
      if (isOver()) throw aborted()
      checkPath("url", request.url)
      const queue: Array<Uint8Array> = []
      let end: { readonly error?: unknown } | undefined
      let wake: (() => void) | undefined
      const finish = (how: { readonly error?: unknown }): void => {
        end ??= how
        wake?.()
      }
      const exchange = transport.send(request, {
        onPhase: (phase) => receiver.onPhase(phase),
        onHead: (status, headers) => resolve({ status, headers, body: read() }),
        onBytes: (bytes) => {
          // Undici gives an empty chunk whenever it resumes: to pause there would go on for ever.
          if (bytes.length === 0) return true
          queue.push(bytes)
          wake?.()
          return false
        },
        onEnd: () => finish({}),
        onError: (cause) => {
          const error = new TransportFailure("Failed", { cause })
          reject(error)
          finish({ error })
        }
      })
      async function* read() {
        try {
          for (;;) {
            const bytes = queue.shift()
            if (bytes !== undefined) yield bytes
            else if (end === undefined) {
              await new Promise<void>((resolveRead) => {
                wake = resolveRead
                exchange.resume()
              })
            } else if ("error" in end) throw end.error
            else return
          }
        } finally {
          exchange.abort()
        }
      }
      // A middleware that reads the body sees that it goes no further.
      aborts.add(() => {
        exchange.abort()
        finish({ error: aborted() })
      })
    })

/** A transport with middleware around each request, the first one outermost. */
export const withMiddleware = (
  transport: Transport["Service"],
  middleware: ReadonlyArray<Middleware>
): Transport["Service"] => ({
  ...transport,
  send: (request, receiver) => {
    const aborts = new Set<() => void>()
    const context = { operation: request.operation ?? "", attempt: request.attempt ?? 1 }
    let isOver = false
    let resume: (() => void) | undefined
    const chain = middleware.reduceRight<Next>(
      (next, one) => async (sent) => one(sent, next, context),
      sendOver(transport, receiver, aborts, () => isOver)
    )
    const run = async () => {
      try {
        const { body, headers, status } = await chain(request)
        if (isOver) return
        receiver.onHead(status, headers)
        for await (const bytes of body) {
          if (isOver) return
          if (!receiver.onBytes(bytes)) await new Promise<void>((resolve) => (resume = resolve))
        }
        if (!isOver) receiver.onEnd()
      } catch (error) {
        if (isOver) return
        receiver.onError(
          error instanceof TransportFailure
            ? error.cause
            : error instanceof RetryableError
              ? error
              : new Defect(error)
        )
      } finally {
        abort()
      }
    }
    const abort = (): void => {
      isOver = true
      resume?.()
      for (const one of aborts) one()
    }
    void run()
    return { abort, resume: () => resume?.() }
  }
})
