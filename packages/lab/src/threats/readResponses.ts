// Parses the raw responses of a connection strictly.

/** One parsed response. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly isWhole: boolean
}

/** A body, and where it ends; undefined while its end is missing. */
type Read = readonly [body: string, end: number | undefined]

const unchunk = (text: string, from: number): Read => {
  let body = ""
  for (let at = from; at <= text.length;) {
    const line = text.indexOf("\r\n", at)
    if (line < 0) break
    const size = Number.parseInt(text.slice(at, line), 16)
    if (size === 0) return [body, text.startsWith("\r\n", line + 2) ? line + 4 : undefined]
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
  return [body, undefined]
}

const readBody = (text: string, from: number, headers: Headers, closed: boolean): Read => {
  if (headers.get("transfer-encoding") === "chunked") return unchunk(text, from)
  const length = headers.get("content-length")
  if (length === null) return [text.slice(from), closed ? text.length : undefined]
  const end = from + Number(length)
  return [text.slice(from, end), end <= text.length ? end : undefined]
}

/** All responses in the bytes of a connection, interim ones included. `closed`: no more bytes will come. */
export const readResponses = (bytes: Buffer, closed: boolean): ReadonlyArray<RawResponse> => {
  const text = bytes.toString("latin1")
  const answers: Array<RawResponse> = []
  let at: number | undefined = 0
  while (at !== undefined) {
    const end: number = text.indexOf("\r\n\r\n", at)
    if (end < 0) break
    const [line = "", ...lines] = text.slice(at, end).split("\r\n")
    const status: number = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1])
    const headers = new Headers(
      lines.map((each): [string, string] => [each.replace(/:.*/, ""), each.replace(/^[^:]*:/, "")])
    )
    const isEmpty: boolean = status < 200 || status === 204 || status === 304
    const [body, next]: Read = isEmpty ? ["", end + 4] : readBody(text, end + 4, headers, closed)
    answers.push({
      status,
      headers,
      text: Buffer.from(body, "latin1").toString(),
      isWhole: next !== undefined
    })
    at = next
  }
  return answers
}
