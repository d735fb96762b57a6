// Sends a server or a handler one request and keeps of the response what two sides must agree on.
import { Agent } from "node:http"
import { send } from "../../load/httpRequest.ts"
import { type LoadRequest, type ObservedResponse } from "./ComparisonRow.ts"
import { key } from "./Subject.ts"

const agent = new Agent({ keepAlive: true })

/** Sends one request to a port of this machine. */
export const sendRequest = async (port: number, sent: LoadRequest): Promise<ObservedResponse> => {
  const { authorization = `Bearer ${key}`, body, method, path } = sent
  const typed = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body ?? ""))
  }
  const answer = await send({
    url: `http://127.0.0.1:${port}${path}`,
    agent,
    method,
    headers: { authorization, ...(body !== undefined && typed) },
    ...(body !== undefined && { body })
  })
  return {
    status: answer.status,
    headers: Object.keys(answer.headers).toSorted(),
    body: answer.body.toString()
  }
}

/** What answers `Request` objects in process. */
export type Handler = (request: Request) => Promise<Response>

/** The request as a handler takes it. */
export const requestOf = ({ authorization = `Bearer ${key}`, body, method, path }: LoadRequest): Request =>
  new Request(`http://127.0.0.1:8080${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body !== undefined && { body })
  })

/** Calls it once. */
export const callHandler = async (handler: Handler, sent: LoadRequest): Promise<ObservedResponse> => {
  const response = await handler(requestOf(sent))
  return {
    status: response.status,
    headers: Array.from(response.headers.keys()).toSorted(),
    body: await response.text()
  }
}
