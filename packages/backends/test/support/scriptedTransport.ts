// A transport whose server is a function.
import { Transport, type TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"

/**
 * The answer of the server: a status with a JSON body, which never ends where it is undefined; an Error breaks the
 * connection; undefined never answers.
 */
export type Script = (request: TransportRequest) =>
  | {
      readonly status: number
      readonly headers?: { readonly [name: string]: string }
      readonly body: unknown
    }
  | Error
  | undefined

/** The transport, and the requests it was given. */
export const scriptedTransport = (script: Script) => {
  const requests: Array<TransportRequest> = []
  const layer = Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: false,
    send: (request, receiver) => {
      requests.push(request)
      let isOpen = true
      queueMicrotask(() => {
        if (!isOpen) return
        receiver.onPhase("headers")
        const answer = script(request)
        if (answer === undefined) return
        if (answer instanceof Error) return receiver.onError(answer)
        receiver.onHead(answer.status, { "content-type": "application/json", ...answer.headers })
        if (answer.body === undefined) return
        receiver.onBytes(new TextEncoder().encode(JSON.stringify(answer.body)))
        receiver.onEnd()
      })
      return {
        abort: () => {
          isOpen = false
        },
        resume: () => undefined
      }
    }
  })
  return { layer, requests }
}
