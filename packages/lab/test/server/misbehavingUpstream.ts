// A misbehaving upstream server whose behaviour each test sets, and proxies in front of it.
import type { IncomingMessage, ServerResponse } from "node:http"
import { afterAll, beforeEach } from "vitest"
import { proxyServices, startServer } from "../../src/index.ts"
import { type FaultReply, playReply } from "../../src/faults/FaultReply.ts"
import { serveHttp } from "../../src/ports.ts"
import { useScope } from "../scope.ts"
import { chat, decision, post } from "./support.ts"

/** What the upstream says in its errors, which callers must not see. */
export const secret = "secret-cause"

/** How one request of the proxy is answered. */
export type Handler = FaultReply | ((response: ServerResponse) => void)

/** The upstream: how it answers, the requests it got, and responses that the proxy closed early. See {@link resetUpstream}. */
export const upstream = {
  handler: { isSilent: true } as Handler,
  requests: [] as Array<{ readonly headers: IncomingMessage["headers"]; readonly body: string }>,
  abandoned: 0
}

const server = await serveHttp((request, response) => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (chunk: string) => (body += chunk))
  request.on("end", () => {
    upstream.requests.push({ headers: request.headers, body })
    const { handler } = upstream
    if (typeof handler === "function") handler(response)
    else void playReply(response, handler)
  })
  response.on("close", () => {
    if (!response.writableFinished) upstream.abandoned++
  })
})

/** Forgets the upstream's requests before each test of the file, and ends it after them. */
export const resetUpstream = () => {
  beforeEach(() => {
    upstream.requests.length = 0
    upstream.abandoned = 0
  })
  afterAll(server.close)
}

/** Starts a proxy when it is first used; its base URL. */
export const startProxy = () => {
  const run = useScope()
  let url: Promise<string> | undefined
  return () => (url ??= run(startServer(proxyServices(server.url))))
}

type Proxied = ReturnType<typeof startProxy>

/** Asks a proxy for a decision. */
export const askDecision = async (proxy: Proxied, init: RequestInit = {}) =>
  fetch(`${await proxy()}/v1/decisions`, post(decision("x"), init))

/** Asks a proxy for a stream of chat. */
export const askChat = async (proxy: Proxied, init: RequestInit = {}) =>
  fetch(`${await proxy()}/v1/sonar`, post(chat("x", true), init))

/** Answers with JSON, given as it is or as a value. */
export const json = (status: number, value: unknown, headers: FaultReply["headers"] = {}): FaultReply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  parts: [typeof value === "string" ? value : JSON.stringify(value)]
})

/** A valid answer with extra fields. */
export const answer = {
  model: "decider-27b",
  answers: { a: { type: "noul", noul: 0.7, further: [1] } },
  usage: { input_tokens: 3, output_tokens: 0, cached: true },
  trace: "kept"
}

/** Answers with an error object. */
export const error = (status: number, type: string, headers: FaultReply["headers"] = {}): FaultReply =>
  json(status, { error: { message: `${secret} at 10.0.0.7`, type, code: null, param: null } }, headers)

/** Answers with an HTML page. */
export const page = (status: number): FaultReply => ({
  status,
  headers: { "content-type": "text/html" },
  parts: [`<html>${secret}</html>`]
})

/** An event of a chat. */
export const event = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "sonar",
    choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }],
    ...more
  })}\n\n`

/** A stream of these frames. */
export const streaming = (
  parts: ReadonlyArray<string>,
  ending: FaultReply["ending"] = "end"
): FaultReply => ({ headers: { "content-type": "text/event-stream" }, parts, ending })
