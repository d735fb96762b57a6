// Requests of the chaos test: plain ones, which give a status or nothing.
import type { Ledger } from "./Ledger.ts"
import { note } from "./Ledger.ts"

/** The response to a request; undefined when none came whole. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Milliseconds until a request is given up: longer than a node waits for a silent database. */
const patience = 20_000

/** Sends a request with a key. */
export const send = async (
  ledger: Ledger,
  url: string,
  key: string,
  {
    body,
    method = body === undefined ? "GET" : "POST"
  }: { readonly method?: string; readonly body?: BodyInit } = {}
): Promise<Answer | undefined> => {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(patience),
      ...(body === undefined ? {} : { body })
    })
    const answer = { status: response.status, text: await response.text() }
    note(ledger, answer.status === 429 ? `429 (${answer.text})` : String(answer.status))
    if (answer.status === 500) {
      ledger.broken.push(`${method} ${url} is 500 at ${new Date().toISOString()}: ${answer.text}`)
    }
    return answer
  } catch {
    note(ledger, "no answer")
    return undefined
  }
}

/** The field of an answer in JSON. */
export const field = ({ text }: Answer, name: string): string => {
  const value: unknown = Reflect.get(JSON.parse(text) as object, name)
  return typeof value === "string" ? value : JSON.stringify(value)
}
