// Functions around each attempt: they see the request without its key, and may change what goes out and comes back.
import type { Exchange, Receiver, Transport, TransportRequest } from "./Transport.ts"
import { Defect } from "./Transport.ts"

/** The answer to one request. */
export interface MiddlewareResponse {
  /** Any: the client judges it afterwards. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string }
  /** Read once, by the client or by a middleware that puts another in its place. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Which call and which of its attempts a request is for. */
export interface MiddlewareContext {
  /** As `Decisions.create`. */
  readonly operation: string
  /** From 1 on. */
  readonly attempt: number
}

/** Sends a request on its way. */
export type Next = (request: TransportRequest) => Promise<MiddlewareResponse>

/**
 * Stands around each attempt. What it throws ends the call with that very error; wrapped in {@link RetryableError} it
 * counts as a broken connection. An error of `next` may be thrown on as it is.
 */
export type Middleware = (
  request: TransportRequest,
  next: Next,
  context: MiddlewareContext
) => Promise<MiddlewareResponse>

/** Thrown by a middleware: the attempt counts as a connection that broke, and is tried again as such. */
export class RetryableError extends Error {
  override readonly name = "RetryableError"
}

/** What a transport said, on its way through a middleware. */
class TransportFailure extends Error {}

interface Waiter {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void
  readonly reject: (error: unknown) => void
}

const done = { done: true, value: undefined } as const

/** Sends over the transport and gives the head as soon as it is there, its body as it comes. */
const sendOver =
  (transport: Transport["Service"], onPhase: Receiver["onPhase"], opened: Set<Exchange>): Next =>
  (request) =>
    new Promise((resolve, reject) => {
      const queue: Array<Uint8Array> = []
      let last: { readonly error?: unknown } | undefined
      let waiter: Waiter | undefined
      const settle = (): void => {
        if (waiter === undefined) return
        const bytes = queue.shift()
        if (bytes !== undefined) waiter.resolve({ done: false, value: bytes })
        else if (last === undefined) return
        else if ("error" in last) waiter.reject(last.error)
        else waiter.resolve(done)
        waiter = undefined
      }
      const exchange = transport.send(request, {
        onPhase,
        onHead: (status, headers) =>
          resolve({ status, headers, body: { [Symbol.asyncIterator]: () => body } }),
        onBytes: (bytes) => {
          queue.push(bytes)
          settle()
          return queue.length === 0
        },
        onEnd: () => {
          last = {}
          settle()
        },
        onError: (cause) => {
          last = { error: new TransportFailure("The exchange broke", { cause }) }
          reject(last.error)
          settle()
        }
      })
      const body: AsyncIterator<Uint8Array, undefined> = {
        next: () =>
          new Promise((give, refuse) => {
            waiter = { resolve: give, reject: refuse }
            settle()
            exchange.resume()
          }),
        return: () => {
          exchange.abort()
          return Promise.resolve(done)
        }
      }
      opened.add(exchange)
    })

/** A transport with functions around it, the first one outermost. */
export const withMiddleware = (
  transport: Transport["Service"],
  middleware: ReadonlyArray<Middleware>
): Transport["Service"] => ({
  ...transport,
  send: (request, receiver) => {
    const opened = new Set<Exchange>()
    const context = { operation: request.operation ?? "", attempt: request.attempt ?? 1 }
    let isOver = false
    let proceed: (() => void) | undefined
    const next = middleware.reduceRight<Next>(
      (inner, one) => async (asked) => one(asked, inner, context),
      sendOver(transport, receiver.onPhase.bind(receiver), opened)
    )
    const run = async () => {
      try {
        const { body, headers, status } = await next(request)
        if (isOver) return
        receiver.onHead(status, headers)
        for await (const bytes of body) {
          if (isOver) return
          if (!receiver.onBytes(bytes)) await new Promise<void>((resolve) => (proceed = resolve))
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
      proceed?.()
      for (const exchange of opened) exchange.abort()
    }
    void run()
    return { abort, resume: () => proceed?.() }
  }
})
