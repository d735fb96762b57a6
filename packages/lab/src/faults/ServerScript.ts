// The steps of a fault server for one request, as data.

/** Text is sent as UTF-8. */
export type Bytes = string | Uint8Array

/** One step of a server. After the last one it keeps the connection open and sends nothing. */
export type Step =
  | { readonly write: Bytes }
  /** Milliseconds. */
  | { readonly wait: number }
  /** The pieces in turn, one every `every` milliseconds, for ever. */
  | { readonly drip: ReadonlyArray<Bytes>; readonly every: number }
  /** The same bytes again and again, as fast as they are read. */
  | { readonly flood: Uint8Array }
  | "end"
  | "reset"

/** Steps in order. */
export type ServerScript = ReadonlyArray<Step>

/** The bytes of a text, or the bytes themselves. */
export const bytesOf = (bytes: Bytes): Buffer =>
  typeof bytes === "string"
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Concatenates parts of a message. */
export const join = (...parts: ReadonlyArray<Bytes>): Buffer => Buffer.concat(parts.map(bytesOf))

/** A response head with its blank line. */
export const head = (status: string, ...headers: ReadonlyArray<string>): string =>
  [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n")

/** A complete response with `content-length`. */
export const whole = (body: Bytes, status = "200 OK", ...headers: ReadonlyArray<string>): Buffer =>
  join(head(status, `content-length: ${bytesOf(body).length}`, ...headers), body)

/** The header line of JSON. */
export const json = "content-type: application/json"

/** The header line of HTML. */
export const html = "content-type: text/html; charset=utf-8"

/** The head of a chunked response. */
export const chunkedHead = (...headers: ReadonlyArray<string>): string =>
  head("200 OK", "transfer-encoding: chunked", ...headers)

/** One chunk. */
export const chunk = (part: Bytes): Buffer => join(`${bytesOf(part).length.toString(16)}\r\n`, part, "\r\n")

/** Blanks without end. */
export const flood = { flood: Buffer.alloc(1 << 18, " ") }

/** The chunk that ends a body. */
export const lastChunk = "0\r\n\r\n"
