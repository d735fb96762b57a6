// API keys, raw requests and expected responses that the rows share.
import type { ExpectedResponse } from "./Threat.ts"

/** Keys in the store's format, with valid checksums. */
export const keys = {
  a: "ll_test_Threats00A0123456789abcdefghijklmnopqrstuA2JKrC3",
  b: "ll_test_Threats00B0123456789abcdefghijklmnopqrstuB3RbzIe",
  /** In the same group as `a`. */
  e: "ll_test_Threats00E0123456789abcdefghijklmnopqrstuE2ycX4E",
  /** May list skills and make keys, and nothing else. */
  few: "ll_test_Threats00K0123456789abcdefghijklmnopqrstuK2vYqsA",
  /** May be used from another network only. */
  far: "ll_test_Threats00H0123456789abcdefghijklmnopqrstuH1igUqX",
  /** Its group is disabled. */
  disabled: "ll_test_Threats00I0123456789abcdefghijklmnopqrstuI0Vo8pA",
  /** The budget of its group is used up. */
  poor: "ll_test_Threats00J0123456789abcdefghijklmnopqrstuJ44Bm4h",
  /** May look at reviews, and nothing else. */
  reviewer: "ll_test_Threats00L0123456789abcdefghijklmnopqrstuL2MpVDg",
  revoked: "ll_test_Threats00F0123456789abcdefghijklmnopqrstuF1laPkz",
  /** Revoked, and then made active again by SQL. */
  unrevoked: "ll_test_Threats00G0123456789abcdefghijklmnopqrstuG0byAd6"
} as const

/** A well-formed key that does not exist. */
export const unknownKey = "ll_test_Threats00D0123456789abcdefghijklmnopqrstuD4AEWAZ"

/** Greatest body size in bytes. */
export const bodyBytes = 33_554_432

/** A request head of these lines. */
export const head = (line: string, ...headers: ReadonlyArray<string>): string =>
  [line, ...headers, "", ""].join("\r\n")

/** The header line of an API key. */
export const bearer = (key: string = keys.a): string => `authorization: Bearer ${key}`

/** A POST of a Latin-1 text with its length, and with a key unless headers are given. */
export const post = (path: string, body: string, headers: ReadonlyArray<string> = [bearer()]): string =>
  head(`POST ${path} HTTP/1.1`, "host: a", ...headers, `content-length: ${body.length}`) + body

/** A request with a Latin-1 text as the one file of a form. */
export const fileBody = (line: string, content: string, key: string): string => {
  const body = `--b0\r\ncontent-disposition: form-data; name="file"\r\n\r\n${content}\r\n--b0--\r\n`
  const type = "content-type: multipart/form-data; boundary=b0"
  return head(line, "host: a", bearer(key), type, `content-length: ${body.length}`) + body
}

/** A GET, with a key unless headers are given. */
export const get = (path: string, headers: ReadonlyArray<string> = [bearer()]): string =>
  head(`GET ${path} HTTP/1.1`, "host: a", ...headers)

const noul = { type: "noul", instructions: "Is it?" }

/** A decisions request body. */
export const decisionBody = (state: unknown, questions: unknown = { a: noul }): string =>
  JSON.stringify({ model: "decider-27b", state, questions })

/** A decision that gets a 200. */
export const decide = (state: unknown = "", headers?: ReadonlyArray<string>): string =>
  post("/v1/decisions", decisionBody(state), headers)

/** A chat request body with instructions for the fake engine. */
export const chatBody = (script: unknown, stream: boolean): string =>
  JSON.stringify({
    model: "sonar-pro",
    messages: [{ role: "user", content: typeof script === "string" ? script : JSON.stringify(script) }],
    stream
  })

/** The responses of the contract. */
export const expected = {
  ok: { status: 200, body: "json" },
  bare: { status: 400, body: "bare" },
  gate: { status: 400, body: "invalid_request_error", headers: { "x-request-id": null } },
  invalid: { status: 400, body: "invalid_request_error" },
  invalidResponse: { status: 400, body: "invalid_request" },
  detail: { status: 422, body: "detail" },
  refused: {
    status: 401,
    // The same bytes, whatever is wrong with the key.
    body: (text) =>
      text ===
      `{"error":{"message":"Missing or invalid API key. Send the header Authorization: Bearer <key>.","type":"invalid_api_key","code":401}}`,
    headers: { "www-authenticate": "Bearer" }
  },
  forbidden: { status: 403, body: "permission_denied", headers: { "x-request-id": /./ } },
  noPath: { status: 404, body: "nothing" },
  missing: { status: 404, body: "not_found" },
  tooLarge: { status: 413, body: "invalid_request_error" },
  slow: { status: 408, body: "invalid_request_error" },
  tooMany: { status: 429, body: "too_many_requests", headers: { "retry-after": /^[1-9]\d*$/ } },
  crowded: { status: 503, body: "service_unavailable", headers: { "retry-after": "1" } }
} satisfies { readonly [name: string]: ExpectedResponse }

/** 405 with the allowed methods. */
export const methodNotAllowed = (allow: string): ExpectedResponse => ({
  status: 405,
  body: "empty",
  headers: { allow }
})
