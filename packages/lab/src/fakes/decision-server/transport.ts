// Scripted decision servers behind a transport in memory: what they were sent, and how they are made to fail.
import { type Receiver, Transport, type TransportRequest } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { replyAsOpenAi } from "./openai.ts"
import { replyAsSystemOne, type Reply } from "./systemOne.ts"

/** A request as it arrived. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: TransportRequest["headers"]
  readonly body: never
  isAborted: boolean
}

/** Which server it is, and what is wrong with it. */
export interface DecisionServerOptions {
  readonly dialect: "system-one" | "openai"
  /** As in the setting `server`. */
  readonly server: string
  /** Answers of paths by which a server is recognised: those of GET requests, by path. Others are 404. */
  readonly paths?: { readonly [path: string]: unknown }
  /** Replaces the reply to a request. */
  readonly alter?: (reply: Reply, call: ReceivedCall) => Reply
  /** It never answers. */
  readonly isSilent?: boolean
}

const send = (receiver: Receiver, { body, status }: Reply): void => {
  receiver.onHead(status, { "content-type": "application/json" })
  receiver.onBytes(new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)))
  receiver.onEnd()
}

const received = ({ body, headers, method, url }: TransportRequest): ReceivedCall => ({
  method,
  path: new URL(url).pathname,
  headers,
  body: (body === undefined
    ? undefined
    : JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))) as never,
  isAborted: false
})

/** A scripted server: its transport, and the calls that it received. */
export const decisionServer = (options: DecisionServerOptions) => {
  const { alter = (reply) => reply, dialect, isSilent = false, paths = {}, server } = options
  const calls: Array<ReceivedCall> = []
  const replyTo = (call: ReceivedCall): Reply => {
    if (call.method === "GET")
      return Object.hasOwn(paths, call.path)
        ? { status: 200, body: paths[call.path] }
        : { status: 404, body: { error: { message: "no such path" } } }
    return dialect === "openai" ? replyAsOpenAi(server, call.body) : replyAsSystemOne(server, call.body)
  }
  const layer = Layer.succeed(Transport, {
    codings: [],
    propagatesTrace: true,
    send: (request, receiver) => {
      const call = received(request)
      calls.push(call)
      // Never within `send`: a request that is cancelled at once must not be answered.
      if (!isSilent || call.method === "GET")
        queueMicrotask(() => {
          if (!call.isAborted) send(receiver, alter(replyTo(call), call))
        })
      return {
        abort: () => {
          call.isAborted = true
        },
        resume: () => undefined
      }
    }
  })
  return { calls, layer, posted: () => calls.filter(({ method }) => method === "POST") }
}
