// A transport whose server is a function.
import { Transport, type TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"

/** An answer: a JSON body, or texts that are sent one by one. It does not end where it `hangs`, or has neither. */
export interface Reply {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
  readonly parts?: ReadonlyArray<string>
  readonly hangs?: boolean
}

/** The server: an Error breaks the connection; undefined never answers. */
export type Script = (request: TransportRequest) => Reply | Error | undefined

/** The transport, the requests it was given, how many were aborted, and the parts sent. */
export const scriptedTransport = (script: Script) => {
  const requests: Array<TransportRequest> = []
  const seen = { aborted: 0, sent: 0 }
  const transport = Transport.of({
    codings: [],
    propagatesTrace: false,
    send: (request, receiver) => {
      requests.push(request)
      let isOpen = true
      let sendOn: (() => void) | undefined
      const answer = ({ body, headers, parts, status = 200, ...reply }: Reply) => {
        receiver.onHead(status, { "content-type": "application/json", ...headers })
        const texts = parts?.slice() ?? (body === undefined ? [] : [JSON.stringify(body)])
        const { hangs = texts.length === 0 } = reply
        sendOn = () => {
          for (let text = texts.shift(); text !== undefined && isOpen; text = texts.shift()) {
            seen.sent++
            // Paused until `resume`.
            if (!receiver.onBytes(new TextEncoder().encode(text))) return
          }
          if (hangs || !isOpen) return
          isOpen = false
          receiver.onEnd()
        }
        sendOn()
      }
      queueMicrotask(() => {
        if (!isOpen) return
        receiver.onPhase("headers")
        const reply = script(request)
        if (reply instanceof Error) receiver.onError(reply)
        else if (reply !== undefined) answer(reply)
      })
      return {
        abort: () => {
          if (isOpen) seen.aborted++
          isOpen = false
        },
        resume: () => sendOn?.()
      }
    }
  })
  return { layer: Layer.succeed(Transport, transport), transport, requests, seen }
}
