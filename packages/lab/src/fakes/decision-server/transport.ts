// Scripted decision servers behind a transport in memory: what they were sent, and how they are made to fail.
import type { TransportRequest } from "@leadline/core/transport"
import { jsonOf, replyingTransport } from "../../faults/scriptedTransport.ts"
import { replyAsOpenAi, replyAsSystemOne, type Reply } from "./replies.ts"

/** A request as it arrived. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly headers: TransportRequest["headers"]
  readonly body: never
  readonly isAborted: boolean
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
  const { layer, sent } = replyingTransport((request, n) => {
    const call = {
      ...jsonOf(request),
      body: jsonOf(request).body as never,
      headers: request.headers,
      get isAborted() {
        return sent[n - 1]?.abortedAt !== undefined
      }
    }
    calls.push(call)
    if (isSilent && call.method !== "GET") return { isSilent: true }
    const { body, status } = alter(replyTo(call), call)
    return {
      status,
      headers: { "content-type": "application/json" },
      parts: [typeof body === "string" ? body : JSON.stringify(body)]
    }
  })
  return { calls, layer, posted: () => calls.filter(({ method }) => method === "POST") }
}
