// Sends a server one request and keeps of the response what two sides must agree on.
import { Agent } from "node:http"
import { send } from "../../load/httpRequest.ts"
import { type LoadRequest, type ObservedResponse } from "./ComparisonRow.ts"
import { key } from "./Subject.ts"

const agent = new Agent({ keepAlive: true })

/** Sends one request to a port of this machine. */
export const sendRequest = async (port: number, sent: LoadRequest): Promise<ObservedResponse> => {
  const { authorization = `Bearer ${key}`, body, isChunked, method, path } = sent
  const framing: Record<string, string> = isChunked
    ? { "transfer-encoding": "chunked" }
    : { "content-length": String(Buffer.byteLength(body ?? "")) }
  const answer = await send({
    url: `http://127.0.0.1:${port}${path}`,
    agent,
    method,
    headers: { authorization, ...(body !== undefined && { "content-type": "application/json", ...framing }) },
    ...(body !== undefined && { body })
  })
  return {
    status: answer.status,
    headers: Object.keys(answer.headers).toSorted(),
    body: answer.body.toString()
  }
}
