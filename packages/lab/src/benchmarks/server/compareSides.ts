// Checks that both sides of a row do the same work, before anything is measured.
import { headersOf, type LoadRequest } from "./requests.ts"
import type { Row } from "./rows.ts"

/** Sends one request. */
export const send = (url: string, sent: LoadRequest): Promise<Response> =>
  fetch(url + sent.path, {
    method: sent.method,
    headers: headersOf(sent),
    ...(sent.body !== undefined && { body: sent.body })
  })

/** What two sides must agree on: the status and, where the row compares servers of the benchmark, header names and a good answer. */
const observe = async ({ sent, sides: [ours], status }: Row, url: string): Promise<string> => {
  const response = await send(url, sent)
  const body = await response.text()
  if (response.status !== status) throw new Error(`${url} answers ${response.status}: ${body}`)
  const names = Array.from(response.headers.keys()).toSorted().join(", ")
  return ours === "program" ? "" : `${names}\n${status === 200 ? body : ""}`
}

/** Rejects when a side answers with another status, or the sides do not agree. */
export const compare = async (row: Row, urls: readonly [string, string]): Promise<void> => {
  const [ours, theirs] = [await observe(row, urls[0]), await observe(row, urls[1])]
  if (ours !== theirs) throw new Error(`${row.sides[0]} answers ${ours}\n${row.sides[1]} answers ${theirs}`)
}
