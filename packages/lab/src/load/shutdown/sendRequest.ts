// Sends one request and classifies what became of it.
import * as Http from "node:http"

/** A request to send. */
export interface LoadRequest {
  readonly path: string
  readonly body: string
  readonly isStream: boolean
}

/**
 * What became of a request: a whole answer, a whole stream, a stream with a last event, 503 of a server that
 * ends, no connection, or nothing that could be used: it is lost.
 */
export type LoadOutcome = "answered" | "streamed" | "ended" | "refused" | "unconnected" | "lost"

/** The outcome, the time of sending, and why a response is lost. */
export interface LoadResult {
  readonly outcome: LoadOutcome
  readonly sentAt: number
  readonly why?: string
}

/** The last event decides the outcome of a stream. */
const classifyStream = (text: string): LoadOutcome => {
  if (!text.endsWith("\n\n")) return "lost"
  const last = text.trimEnd().split("\n\n").at(-1) ?? ""
  if (last === "data: [DONE]") return "streamed"
  return last.includes('"code":503') ? "ended" : "lost"
}

const classify = (status: number, text: string, isStream: boolean): LoadOutcome => {
  if (status === 503) return text.includes("service_unavailable") ? "refused" : "lost"
  if (status !== 200) return "lost"
  if (isStream) return classifyStream(text)
  return text.startsWith("{") && text.endsWith("}") ? "answered" : "lost"
}

/** Sends the request and reads the response to its end; never fails. */
export const sendRequest = (
  baseUrl: string,
  key: string,
  { body, isStream, path }: LoadRequest,
  agent: Http.Agent
) =>
  new Promise<LoadResult>((resolve) => {
    const sentAt = performance.now()
    const lost = (why: string) => resolve({ outcome: "lost", sentAt, why: `${path}: ${why}` })
    const request = Http.request(
      `${baseUrl}${path}`,
      { agent, method: "POST", headers: { authorization: `Bearer ${key}` } },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (data: string) => (text += data))
        response.on("error", ({ message }) => lost(`${response.statusCode}, then ${message}`))
        response.on("end", () => {
          const outcome = classify(response.statusCode ?? 0, text, isStream)
          if (outcome === "lost") lost(`${response.statusCode} ${text.slice(-200)}`)
          else resolve({ outcome, sentAt })
        })
      }
    )
    request.on("error", (error) => {
      const code = "code" in error ? String(error.code) : ""
      if (code === "ECONNREFUSED") resolve({ outcome: "unconnected", sentAt })
      else lost(`${code} ${error.message}`)
    })
    request.end(body)
  })
