// Limits the number of exchanges in flight; the others wait in order.
import type { Exchange, Transport } from "./Transport.ts"

/** A transport with at most `limit` exchanges in flight. The deadlines of waiting calls run on. */
export const limitConcurrency = (transport: Transport["Service"], limit: number): Transport["Service"] => {
  const waiting = new Set<() => void>()
  let inFlight = 0
  return {
    ...transport,
    send: (request, receiver) => {
      let exchange: Exchange | undefined
      let isOver = false
      let wake: (() => void) | undefined
      const release = (): void => {
        if (isOver) return
        isOver = true
        if (wake !== undefined && waiting.delete(wake)) return
        const [next] = waiting
        if (next === undefined) {
          inFlight--
          return
        }
        waiting.delete(next)
        next()
      }
      const begin = (): void => {
        if (isOver) return
        exchange = transport.send(request, {
          onPhase: (phase) => receiver.onPhase(phase),
          onHead: (status, headers) => receiver.onHead(status, headers),
          onBytes: (bytes) => receiver.onBytes(bytes),
          onEnd: () => {
            release()
            receiver.onEnd()
          },
          onError: (cause) => {
            release()
            receiver.onError(cause)
          }
        })
      }
      if (inFlight < limit) {
        inFlight++
        begin()
      } else {
        receiver.onPhase("request")
        // In a worker a request may only be sent from its own event: a promise keeps that context, a callback does not.
        void new Promise<void>((resolve) => waiting.add((wake = resolve))).then(begin)
      }
      return {
        abort: () => {
          release()
          exchange?.abort()
        },
        resume: () => exchange?.resume()
      }
    }
  }
}
