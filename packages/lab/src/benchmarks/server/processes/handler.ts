// Calls a handler with requests of the benchmark.
import { type LoadRequest, type ObservedResponse } from "../ComparisonRow.ts"
import { key } from "../Subject.ts"

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
