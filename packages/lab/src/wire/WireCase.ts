// One request as it crosses the wire, and the response that every server must give.

/** One request and the answer it must get. */
export interface WireCase {
  readonly name: string
  readonly method?: string
  readonly path?: string
  /** Sent unchanged; `authorization` is added unless `anonymous`. */
  readonly headers?: ReadonlyArray<readonly [string, string]>
  readonly anonymous?: true
  /** Text, bytes, or a number of bytes to send chunked. */
  readonly body?: string | Uint8Array | { readonly chunked: number }
  /** Who answers so: the fake service alone, or the server, whatever the service. Default: every service too. */
  readonly by?: "fake" | "server"
  readonly status: number
  /** The expected JSON, the exact text, a stream whose events are compared as JSON, `""` for none, or a predicate. */
  readonly answer: unknown
  /** Expected header values; null: the header must be absent. */
  readonly answerHeaders?: { readonly [name: string]: string | RegExp | null }
  /** Where the case cannot run, and why: over fetch in memory, or on the server that `HttpApiBuilder` makes of the contract. */
  readonly skip?: { readonly memory?: string; readonly httpApi?: string }
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
/** Headers of a response to a valid key. */
export const identified = {
  "cache-control": "no-store",
  "content-type": json,
  "x-request-id": uuid,
  ...limits
}
/** Headers of an empty response. */
export const bare = { "cache-control": "no-store", "content-type": null }

/** An error object of family E. */
export const error = (message: string, type = "invalid_request_error") => ({
  error: { message, type, code: null, param: null }
})

/** Message and type of a failure that the caller cannot mend: 500. Written here again, so that the cases prove them. */
export const internal = ["The service failed.", "internal_error"] as const

/** Why `HttpApiBuilder` does not run a case of a defect. */
export const unencoded = "a defect, which no schema encodes"

/** Message and type of a failure of the model service: 502. */
export const gateway = ["The model service could not be reached.", "bad_gateway"] as const
