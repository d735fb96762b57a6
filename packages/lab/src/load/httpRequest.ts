// Sends a request over an agent's connections, and reads its answer.
import * as Http from "node:http"
import { text } from "node:stream/consumers"

/** A request to send. */
export interface SentRequest {
  readonly url: string
  readonly key?: string
  /** Makes it a POST. */
  readonly body?: string
  readonly agent: Http.Agent
}

/** Sends a request and reads its answer. */
export const send = ({ agent, body, key, url }: SentRequest) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST"
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const request = Http.request(url, { method, headers, agent, timeout: 60_000 }, (response) => {
      text(response).then((all) => resolve({ status: response.statusCode ?? 0, text: all }), reject)
    })
    request.on("timeout", () => request.destroy())
    request.on("error", reject)
    request.end(body)
  })
