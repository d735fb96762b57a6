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
  /** The class of the failure that the request asks of a fake service. */
  readonly failure?: string
  readonly status: number
  /** The expected JSON, the exact text, a stream whose events are compared as JSON, `""` for none, or a predicate. */
  readonly answer: unknown
  /** Expected header values; null: the header must be absent. */
  readonly answerHeaders?: { readonly [name: string]: string | RegExp | null }
  /** Why the case cannot run over fetch in memory. */
  readonly notInMemory?: string
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

/** The response headers of an event stream. */
export const streaming = { ...identified, "content-type": "text/event-stream", "x-accel-buffering": "no" }

/** The text of a body; an object is sent as JSON. */
type Body = WireCase["body"] | object

const isBytes = (body: Body): body is WireCase["body"] =>
  typeof body !== "object" || body instanceof Uint8Array || "chunked" in body

/** Makes cases that share some fields: their names begin alike, and all answer to a valid key. */
export const casesWith =
  (prefix: string, shared: Partial<WireCase> = {}) =>
  (name: string, body: Body, status: number, answer: unknown, more: Partial<WireCase> = {}): WireCase => ({
    answerHeaders: identified,
    ...shared,
    name: prefix + name,
    ...(body !== undefined && { body: isBytes(body) ? body : JSON.stringify(body) }),
    status,
    answer,
    ...more
  })

/** Makes cases of bodies that are refused with these issues: they are named by both. */
export const refusalsWith =
  (
    prefix: string,
    status: number,
    answerOf: (...issues: ReadonlyArray<string>) => unknown,
    shared: Partial<WireCase> = {}
  ) =>
  (body: string | Uint8Array | object, ...issues: ReadonlyArray<string>): WireCase => {
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const name = `${text.slice(0, 100)} is ${status}: ${issues.join("; ")}`
    return casesWith(prefix, shared)(name, body, status, answerOf(...issues))
  }

/** The case of a server, whatever the service. */
export const byServer = (wire: WireCase): WireCase => ({ ...wire, by: "server" })

/** An error object of resources that repeat the status in it. */
export const codedError = (
  message: string,
  type: string,
  code: number | null,
  param: string | null = null
) => ({ error: { message, type, code, param } })

/** An error object of family E. */
export const error = (message: string, type = "invalid_request_error", param: string | null = null) =>
  codedError(message, type, null, param)

/** The field that a message begins with; null where it names none. */
export const fieldOf = (message: string): string | null => /^(\S+): /.exec(message)?.[1] ?? null

/** A path that leads nowhere. */
export const wrongPath = (path: string, method = "POST", notInMemory?: string): WireCase => ({
  name: `${method} ${path} is 404 and empty`,
  method,
  path,
  ...(method === "POST" && { body: "{}" }),
  status: 404,
  answer: "",
  answerHeaders: { ...bare, allow: null, "x-request-id": null, "x-ratelimit-limit": null },
  ...(notInMemory !== undefined && { notInMemory })
})

/** A method that a path does not have. */
export const wrongMethod = (method: string, path: string, allow: string): WireCase => ({
  name: `${method} ${path} is 405, empty, with Allow and without asking for a key`,
  anonymous: true,
  method,
  path,
  status: 405,
  answer: "",
  answerHeaders: { ...bare, allow, "x-request-id": uuid }
})

/** A request without an accepted key. */
export const unauthorized = (what: string, wire: Partial<WireCase>): WireCase => ({
  body: "{",
  ...wire,
  name: `${what} is 401, whatever the body`,
  anonymous: true,
  status: 401,
  answer: {
    error: {
      message: "Missing or invalid API key. Send the header Authorization: Bearer <key>.",
      type: "invalid_api_key",
      code: 401,
      ...(wire.path?.startsWith("/openai/") === true && { param: null })
    }
  },
  answerHeaders: {
    "cache-control": "no-store",
    "content-type": json,
    "www-authenticate": "Bearer",
    "x-request-id": null,
    "x-ratelimit-limit": null,
    ...wire.answerHeaders
  }
})

/** The body of a refusal, of issues such as `messages[1].role: field required [missing]`. */
export const detail = (...issues: ReadonlyArray<string>) => ({
  detail: issues.map((issue) => {
    const [, path = "", msg, type] = /^(?:(\S+): )?(.*) \[(\w+)\]$/.exec(issue) ?? []
    const steps = Array.from(path.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, at]) => (at ? Number(at) : name))
    return { loc: ["body", ...steps], msg, type }
  })
})

/** The same with an error object beside it, as on the paths that OpenAI's clients call. */
export const detailWithError = (...issues: ReadonlyArray<string>) => {
  const message = issues.map((issue) => issue.replace(/ \[\w+\]$/, "")).join("; ")
  return { ...detail(...issues), ...error(message, "invalid_request_error", fieldOf(message)) }
}

/** Message and type of a failure that the caller cannot mend: 500. Written here again, so that the cases prove them. */
export const internal = ["The service failed.", "internal_error"] as const

/** Message and type of a failure of the model service: 502. */
export const gateway = [
  "The model service could not be reached, or gave no usable answer.",
  "bad_gateway"
] as const

/** By class of failure: status, message, type, and seconds to wait. Any other class is the caller's fault nowhere: 500. */
const failures: {
  readonly [tag: string]: readonly [status: number, message: string, type: string, retryAfter?: string]
} = {
  ConnectionError: [502, ...gateway],
  DeadlineExceededError: [504, "The model did not answer in time.", "gateway_timeout"],
  InvalidResponseError: [502, ...gateway],
  RateLimitError: [429, "Over the token limit.", "too_many_requests", "3"],
  UnavailableError: [503, "The service is temporarily unavailable.", "service_unavailable", "7"]
}

/** The classes of failure that arrive at a caller as they are. */
export const passedFailures = [
  "InternalServerError",
  "ConnectionError",
  "UnavailableError",
  "DeadlineExceededError",
  "RateLimitError"
]

/** Every class of failure of a model service. */
export const allFailures = [
  ...passedFailures,
  "InvalidResponseError",
  "AuthenticationError",
  "PermissionDeniedError",
  "NotFoundError",
  "ConflictError",
  "StreamTruncatedError"
]

/** A case for each class of failure: the request asks a fake service for it, and its own text is never in the answer. */
export const failureCases = (
  tags: ReadonlyArray<string>,
  request: (tag: string) => Pick<WireCase, "by" | "path" | "body">,
  { coded = false, headers = {}, what = "an engine's" } = {}
): ReadonlyArray<WireCase> =>
  tags.map((tag) => {
    const [status, message, type, retryAfter = null] = failures[tag] ?? [500, ...internal]
    return {
      ...request(tag),
      name: `${what} ${tag} is ${status}, without its own text`,
      failure: tag,
      status,
      answer: coded ? codedError(message, type, status) : error(message, type),
      answerHeaders: { ...identified, ...headers, "retry-after": retryAfter }
    }
  })
