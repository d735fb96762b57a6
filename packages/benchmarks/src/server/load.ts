// The load: one decisions request again and again over kept connections, and a look at what comes back.
import { Agent, request } from "@effect/platform-node/Undici"
import { decision } from "../client/bodies.ts"
import { key } from "./Subject.ts"

const body = JSON.stringify(decision)
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }

/** An answer's status, headers and text. */
interface Seen {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  readonly text: string
}

/** Asks one server. */
export interface Load {
  /** Sends so many requests, so many at a time; rejects at an answer that is not 200. Gives milliseconds. */
  readonly run: (calls: number, concurrency: number) => Promise<number>
  readonly ask: (sent: { readonly body?: string; readonly authorization?: string }) => Promise<Seen>
  readonly close: () => Promise<void>
}

/** Load for the server on a port of this machine. */
export const makeLoad = (port: number): Load => {
  const dispatcher = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 60_000 })
  const url = `http://127.0.0.1:${port}/v1/decisions`
  const once = async () => {
    const answer = await request(url, { method: "POST", headers, body, dispatcher })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}: ${text}`)
  }
  return {
    run: async (calls, concurrency) => {
      let left = calls
      const worker = async () => {
        while (left-- > 0) await once()
      }
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: concurrency }, worker))
      return performance.now() - startedAt
    },
    ask: async ({ authorization = headers.authorization, body: sent = body }) => {
      const answer = await request(url, {
        method: "POST",
        headers: { ...headers, authorization },
        body: sent,
        dispatcher
      })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    close: () => dispatcher.close()
  }
}
