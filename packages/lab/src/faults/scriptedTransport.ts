// A transport in memory that plays replies, on the clock of its caller.
import { type Receiver, Transport, type TransportRequest } from "@leadline/core/transport"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { headersOf, type FaultReply } from "./FaultReply.ts"

/** A request that was sent, and the times of its response. */
export interface SentRequest {
  readonly request: TransportRequest
  /** When it was sent, in milliseconds of the clock. */
  readonly at: number
  /** When the response head came. */
  answeredAt: number | undefined
  /** When the caller aborted it. */
  abortedAt: number | undefined
}

const transportError = (code: string) => Object.assign(new Error(`transport: ${code}`), { code })
const codes = { closed: "UND_ERR_SOCKET", reset: "ECONNRESET" } as const

const play = Effect.fnUntraced(function* (
  reply: FaultReply,
  sent: SentRequest,
  receiver: Receiver,
  onOver: () => void
) {
  const { after = 0, breaks, ending = "end", every = 0, isSilent, parts = [], status = 200 } = reply
  if (breaks !== undefined) receiver.onPhase(breaks.phase)
  yield* Effect.sleep(after)
  if (isSilent === true) return
  if (breaks !== undefined) {
    onOver()
    return receiver.onError(transportError(breaks.code))
  }
  const now = yield* Clock.currentTimeMillis
  sent.answeredAt = now
  receiver.onHead(status, headersOf(reply, now))
  for (const [n, part] of parts.entries()) {
    if (n > 0) yield* Effect.sleep(every)
    if (part.length > 0) receiver.onBytes(typeof part === "string" ? new TextEncoder().encode(part) : part)
  }
  if (ending === "stalls") return
  onOver()
  if (ending === "end") receiver.onEnd()
  else receiver.onError(transportError(codes[ending]))
})

/**
 * A transport on which a function replies to the n-th request, counted from 1; and the requests sent. `onOver` is called
 * once for each: before its end is told, or when it is aborted.
 */
export const replyingTransport = (
  replyTo: (request: TransportRequest, n: number) => FaultReply,
  onOver: (isAborted: boolean) => void = () => undefined
) => {
  const sent: Array<SentRequest> = []
  const layer = Layer.effect(
    Transport,
    Effect.gen(function* () {
      const context = yield* Effect.context()
      const clock = yield* Clock.Clock
      return Transport.of({
        codings: [],
        propagatesTrace: true,
        send: (request, receiver) => {
          const one: SentRequest = {
            request,
            at: clock.currentTimeMillisUnsafe(),
            answeredAt: undefined,
            abortedAt: undefined
          }
          const n = sent.push(one)
          let isOver = false
          const finish = (isAborted: boolean) => {
            if (!isOver) onOver(isAborted)
            isOver = true
          }
          const playing = play(replyTo(request, n), one, receiver, () => finish(false))
          const fiber = Effect.runForkWith(context)(playing)
          return {
            abort: () => {
              one.abortedAt ??= clock.currentTimeMillisUnsafe()
              fiber.interruptUnsafe()
              finish(true)
            },
            resume: () => undefined
          }
        }
      })
    })
  )
  return { layer, sent }
}

/** A transport whose n-th request gets the n-th reply, later ones the last reply; and the requests sent. */
export const scriptedTransport = (replies: ReadonlyArray<FaultReply>) =>
  replyingTransport((_, n) => replies[Math.min(n, replies.length) - 1] ?? {})

/** The path of a request, without the query, and the JSON of its body; undefined without one. */
export const jsonOf = ({ body, method, url }: TransportRequest) => ({
  method,
  path: new URL(url).pathname,
  body: parsed(body === undefined ? "" : typeof body === "string" ? body : new TextDecoder().decode(body))
})

/** The JSON of a body; undefined without one. */
export const parsed = (body: string): unknown => (body === "" ? undefined : JSON.parse(body))
