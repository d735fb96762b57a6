// Sends a request; its answer says when each part came, and over which connection.
import * as Http from "node:http"

/** A request to send. */
export interface SentRequest {
  readonly url: string
  readonly key?: string
  readonly method?: string
  readonly body?: Uint8Array | string
  readonly headers?: { readonly [name: string]: string }
  /** The address that it comes from: any of this machine. */
  readonly from?: string
  readonly agent?: Http.Agent
  /** Milliseconds of silence after which it fails. Default: none. */
  readonly timeout?: number
  /** Called at the head of the answer. */
  readonly onHead?: () => void
  /** Leaves after the first part of the answer. */
  readonly leaves?: boolean
}

/** An answer. Times are milliseconds since the request. */
export interface TimedAnswer {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly body: Buffer
  /** When each part of the body came. */
  readonly times: ReadonlyArray<number>
  /** Whether its connection was open before. */
  readonly isReused: boolean
}

/** Sends a request and reads its answer. */
export const send = ({
  agent,
  body,
  from,
  headers,
  key,
  leaves,
  method,
  onHead,
  timeout,
  url
}: SentRequest) =>
  new Promise<TimedAnswer>((resolve, reject) => {
    const began = performance.now()
    const request = Http.request(
      url,
      {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
        ...(from === undefined ? {} : { localAddress: from }),
        ...(agent === undefined ? {} : { agent }),
        ...(timeout === undefined ? {} : { timeout })
      },
      (response) => {
        onHead?.()
        const [chunks, times]: [Array<Buffer>, Array<number>] = [[], []]
        const done = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            times,
            isReused: request.reusedSocket
          })
        response.on("data", (data: Buffer) => {
          chunks.push(data)
          times.push(performance.now() - began)
          if (leaves !== true) return
          request.destroy()
          done()
        })
        response.on("end", done)
        response.on("error", reject)
      }
    )
    request.on("timeout", () => request.destroy())
    request.on("error", reject)
    request.end(body)
  })
