// What crosses the wire: a request, and the answer it must get from every server implementation.

/** One request and the answer it must get. */
export interface WireCase {
  readonly name: string
  readonly method?: string
  readonly path?: string
  /** Sent as they are; `authorization` is added unless `anonymous`. */
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly anonymous?: true
  /** Text, bytes, or a number of bytes to be sent in chunks without a declared length. */
  readonly body?: string | Uint8Array | { readonly chunked: number }
  readonly status: number
  /** Parsed JSON, a text for the very body, its frames compared as JSON, `""` for none, or a check. */
  readonly answer: unknown
  /** Header values that must hold; null: the header must be absent. */
  readonly answerHeaders?: { readonly [name: string]: string | RegExp | null }
  /** Where the case cannot be sent, and why. */
  readonly skip?: { readonly memory?: string }
}

/** A request id. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** The content type of JSON. */
export const json = /^application\/json/
const limits = {
  "x-ratelimit-limit": /^\d+$/,
  "x-ratelimit-remaining": /^\d+$/,
  "x-ratelimit-used": /^\d+$/,
  "x-ratelimit-reset": /^\d{10}$/
}
/** Headers of an answer to a known key. */
export const identified = {
  "cache-control": "no-store",
  "content-type": json,
  "x-request-id": uuid,
  ...limits
}
/** Headers of an empty answer. */
export const bare = { "cache-control": "no-store", "content-type": null }

/** An error object of family E. */
export const error = (message: string, type = "invalid_request_error") => ({
  error: { message, type, code: null, param: null }
})
