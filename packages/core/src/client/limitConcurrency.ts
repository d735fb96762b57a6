// At most so many exchanges at a time; the others wait their turn.
import type { Exchange, Transport } from "./Transport.ts"

/** A transport whose exchanges beyond the limit wait, first come first served; the calls' deadlines run on. */
export const limitConcurrency = (transport: Transport["Service"], limit: number): Transport["Service"] => {
  const waiting = new Set<() => void>()
  let running = 0
  return {
    ...transport,
    send: (request, receiver) => {
      let exchange: Exchange | undefined
      let isOver = false
      let turn: (() => void) | undefined
      const leave = (): void => {
        if (isOver) return
        isOver = true
        if (turn !== undefined && waiting.delete(turn)) return
        const [next] = waiting
        if (next === undefined) {
          running--
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
            leave()
            receiver.onEnd()
          },
          onError: (cause) => {
            leave()
            receiver.onError(cause)
          }
        })
      }
      if (running < limit) {
        running++
        begin()
      } else {
        receiver.onPhase("request")
        // A worker may send in its own request only: a promise of that request comes back to it, a call would not.
        void new Promise<void>((resolve) => waiting.add((turn = resolve))).then(begin)
      }
      return {
        abort: () => {
          leave()
          exchange?.abort()
        },
        resume: () => exchange?.resume()
      }
    }
  }
}
