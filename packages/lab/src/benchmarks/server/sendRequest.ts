// Sends a server one request and keeps of the response what two sides must agree on.
import { Agent, request } from "node:http"
import { type ObservedResponse, type LoadRequest } from "./ComparisonRow.ts"
import { key } from "./Subject.ts"

const agent = new Agent({ keepAlive: true })

/** Sends one request to a port of this machine. */
export const sendRequest = (port: number, sent: LoadRequest): Promise<ObservedResponse> =>
  new Promise((resolve, reject) => {
    const { authorization = `Bearer ${key}`, body, isChunked, method, path } = sent
    const framing = isChunked
      ? { "transfer-encoding": "chunked" }
      : { "content-length": Buffer.byteLength(body ?? "") }
    const asked = request(
      {
        agent,
        port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          authorization,
          ...(body !== undefined && { "content-type": "application/json", ...framing })
        }
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => (text += part))
        response.once("error", reject)
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.keys(response.headers).toSorted(),
            body: text
          })
        )
      }
    )
    asked.once("error", reject)
    asked.end(body)
  })
