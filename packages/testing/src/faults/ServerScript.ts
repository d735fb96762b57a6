// What a server does with one request, step by step, as data.

/** Text goes out as UTF-8. */
export type Bytes = string | Uint8Array

/** One step of a server. After the last one it keeps the connection open and silent. */
export type Step =
  | { readonly write: Bytes }
  /** Every byte by itself. */
  | { readonly bytewise: Bytes }
  /** Milliseconds. */
  | { readonly wait: number }
  /** A piece every so many milliseconds, in turn, for ever. */
  | { readonly drip: ReadonlyArray<Bytes>; readonly every: number }
  /** The same again and again, as fast as it is taken. */
  | { readonly flood: Uint8Array }
  | "end"
  | "reset"

/** The steps in turn. */
export type ServerScript = ReadonlyArray<Step>

/** Text or bytes as bytes. */
export const bytesOf = (bytes: Bytes): Buffer =>
  typeof bytes === "string"
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Parts of a message one behind the other. */
export const join = (...parts: ReadonlyArray<Bytes>): Buffer => Buffer.concat(parts.map(bytesOf))

/** A head, its blank line included. */
export const head = (status: string, ...headers: ReadonlyArray<string>): string =>
  [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n")

/** A whole answer with its length declared. */
export const whole = (body: Bytes, status = "200 OK", ...headers: ReadonlyArray<string>): Buffer =>
  join(head(status, `content-length: ${bytesOf(body).length}`, ...headers), body)

/** The type of most answers. */
export const json = "content-type: application/json"

/** The type of pages. */
export const html = "content-type: text/html; charset=utf-8"

/** The head of an answer in chunks. */
export const chunkedHead = (...headers: ReadonlyArray<string>): string =>
  head("200 OK", "transfer-encoding: chunked", ...headers)

/** One chunk. */
export const chunk = (part: Bytes): Buffer => join(`${bytesOf(part).length.toString(16)}\r\n`, part, "\r\n")

/** The chunk that ends a body. */
export const lastChunk = "0\r\n\r\n"
