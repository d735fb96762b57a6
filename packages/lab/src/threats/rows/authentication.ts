// Rows about authentication: which credentials are accepted, guessing, and addresses behind proxies. The wire cases have
// the other forms of a header without a key.
// Source: §5, §7.1; Assumed: ours for most rows.
import { bearer, decide, expected, get, head, keys, post, unknownKey } from "../requests.ts"
import type { ExpectedResponse, ServerName } from "../Threat.ts"
import { type Row, closed, open, several } from "./row.ts"

const forwarded = [
  "x-forwarded-for: 203.0.113.1",
  "x-forwarded-host: evil.example",
  "x-forwarded-proto: https"
]

/** A download address that names the server itself: its public URL, or where the connection came to. */
const address = (server: ServerName): ExpectedResponse => ({
  status: 200,
  body: (text) =>
    text.includes(server === "listed" ? '"https://api.example/downloads/' : '"http://127.0.0.1:') &&
    !text.includes("evil")
})

/** A key with a wrong checksum. */
export const wrongLast = `${keys.a.slice(0, -1)}${keys.a.endsWith("0") ? "1" : "0"}`

/** A guess of one address among many. */
const guessed: ExpectedResponse = {
  status: [401, 429],
  body: (text) => /"type":"(?:too_many_requests|invalid_api_key)"/.test(text),
  headers: { "x-request-id": /^/ }
}

const refusedHeaders = {
  "a key in a cookie": `cookie: authorization=${keys.a}; api_key=${keys.a}`,
  "two keys in one header": `authorization: Bearer ${keys.a}, Bearer ${keys.a}`,
  "a key with a wrong checksum": bearer(wrongLast),
  "a key of 8 KiB": bearer("x".repeat(8_192)),
  "a key beyond ASCII": bearer("ll_test_\xe9\xff"),
  "SQL, as every query binds the key (CVE-2026-42208, LiteLLM),": bearer("'/**/OR/**/1=1;--"),
  "an unknown key": bearer(unknownKey),
  "a revoked key": bearer(keys.revoked),
  "a revoked key that SQL made active again": bearer(keys.unrevoked),
  "a key of a disabled group": bearer(keys.disabled)
}

/** Authentication. */
export const authenticationRows: ReadonlyArray<Row> = [
  ...Object.entries(refusedHeaders).map(([title, header]) =>
    open(`${title} is 401`, decide("", [header]), expected.refused)
  ),
  open(
    "a key in the query or the body is 401",
    post(`/v1/decisions?api_key=${keys.a}`, JSON.stringify({ api_key: keys.a, authorization: keys.a }), []),
    expected.refused
  ),
  closed(
    "no key and 40 MiB declared is 401 before a byte is read",
    head("POST /v1/decisions HTTP/1.1", "host: a", "content-length: 41943040"),
    expected.refused,
    { within: 3_000 }
  ),
  closed(
    "no key and Expect: 100-continue is 401, without 100",
    head("POST /v1/decisions HTTP/1.1", "host: a", "expect: 100-continue", "content-length: 10"),
    expected.refused,
    { within: 3_000 }
  ),
  open(
    "a key and Expect: 100-continue is 100, then 200",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "expect: 100-continue", "content-length: 99"),
      { answers: 1, begun: true },
      decide().slice(decide().indexOf("{")).padEnd(99)
    ],
    [{ status: 100, body: "bare" }, expected.ok]
  ),
  open(
    "over 20 refused keys a second of one address are 429, whatever X-Forwarded-For; a key that holds is not, once one was accepted there",
    [
      decide(),
      { answers: 1 },
      // A store on another machine answers out of order: which of concurrent ones are the first 20 is unknown.
      { repeat: get("/v1/skills", [bearer(unknownKey)]), times: 20 },
      { answers: 21 },
      several(40, 0)
        .map((_, at) => get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 203.0.113.${at}`]))
        .join(""),
      decide("", [bearer(), "x-forwarded-for: 203.0.113.99, 127.0.0.1"]),
      { answers: 62 }
    ],
    [expected.ok, ...several(20, expected.refused), ...several(40, guessed), expected.ok],
    { server: "guessed", alone: true }
  ),
  open(
    "behind a listed proxy each address is counted apart",
    several(60, 0)
      .map((_, at) => get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 127.0.0.9, 203.0.113.${at}`]))
      .join(""),
    several(60, expected.refused),
    { server: "proxied", alone: true }
  ),
  ...(["plain", "proxied", "listed"] as const).map((server): Row =>
    open(
      `host and scheme of no header are in a download address (CVE-2026-3635, Fastify), server ${server}`,
      [
        get("/v1/skills/skill-a/download", [bearer(), ...forwarded]),
        get("/v1/skills/skill-a/download", [bearer(), "forwarded: for=203.0.113.1;host=evil.example"])
      ],
      [address(server), address(server)],
      { server }
    )
  )
]
