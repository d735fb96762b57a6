// Parses the raw responses of a connection strictly.

/** One parsed response. */
export interface RawResponse {
  readonly status: number
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly isWhole: boolean
}

const headEnd = "\r\n\r\n"

/** The decoded body and where it ends; undefined while the last chunk is missing. */
const unchunk = (text: string, from: number): { readonly body: string; readonly end: number | undefined } => {
  let body = ""
  let at = from
  while (true) {
    const line = text.indexOf("\r\n", at)
    if (line < 0) return { body, end: undefined }
    const size = Number.parseInt(text.slice(at, line), 16)
    if (size === 0) return { body, end: text.startsWith("\r\n", line + 2) ? line + 4 : undefined }
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
    if (at > text.length) return { body, end: undefined }
  }
}

const headersOf = (lines: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(":")
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before},${value}`)
  }
  return headers
}

/** All responses in the bytes of a connection, interim ones included. `closed`: no more bytes will come. */
export const readResponses = (bytes: Buffer, closed: boolean): ReadonlyArray<RawResponse> => {
  const text = bytes.toString("latin1")
  const answers: Array<RawResponse> = []
  let at = 0
  while (at < text.length) {
    const end = text.indexOf(headEnd, at)
    if (end < 0) break
    const [line = "", ...lines] = text.slice(at, end).split("\r\n")
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? Number.NaN)
    const headers = headersOf(lines)
    const start = end + headEnd.length
    let body: string
    let next: number | undefined
    if (status < 200 || status === 204 || status === 304) {
      body = ""
      next = start
    } else if (headers.get("transfer-encoding") === "chunked") {
      const read = unchunk(text, start)
      body = read.body
      next = read.end
    } else {
      const length = headers.get("content-length")
      const stop = length === undefined ? text.length : start + Number(length)
      body = text.slice(start, stop)
      next = length === undefined && !closed ? undefined : stop <= text.length ? stop : undefined
    }
    answers.push({
      status,
      headers,
      text: Buffer.from(body, "latin1").toString(),
      isWhole: next !== undefined
    })
    if (next === undefined) break
    at = next
  }
  return answers
}
