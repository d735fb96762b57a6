// Rows about authentication: which credentials are accepted, guessing, and addresses behind proxies.
// Source: §5, §7.1; Assumed: ours for most rows.
import { bearer, decide, expected, get, head, keys, post, unknownKey } from "../requests.ts"
import type { ExpectedResponse, ServerName } from "../Threat.ts"
import { type Row, closed, open, several } from "./row.ts"

const no = (title: string, ...headers: ReadonlyArray<string>): Row =>
  open(`${title} is 401`, decide("", headers), expected.refused)

const forwarded = [
  "x-forwarded-for: 203.0.113.1",
  "x-forwarded-host: evil.example",
  "x-forwarded-proto: https"
]

/** A download address that names the server itself: its public URL, or where the connection came to. */
const address = (server: ServerName): ExpectedResponse => ({
  status: 200,
  body: (text) =>
    (server === "listed"
      ? /"https:\/\/api\.example\/downloads\//
      : /"http:\/\/127\.0\.0\.1:\d+\/downloads\//
    ).test(text)
})

const wrongLast = `${keys.a.slice(0, -1)}${keys.a.endsWith("0") ? "1" : "0"}`

/** A guess of one address among many. */
const guessed: ExpectedResponse = {
  status: [401, 429],
  body: (text) => /"type":"(?:too_many_requests|invalid_api_key)"/.test(text),
  headers: { "x-request-id": /^/ }
}

const refusals = [
  no("no key"),
  no("a scheme alone", "authorization: Bearer"),
  no("a scheme and a blank", "authorization: Bearer "),
  no("Basic", `authorization: Basic ${keys.a}`),
  no("Token", `authorization: Token ${keys.a}`),
  no("a key without a scheme", `authorization: ${keys.a}`),
  no("a key in x-api-key", `x-api-key: ${keys.a}`),
  no("a key in a cookie", `cookie: authorization=${keys.a}; api_key=${keys.a}`),
  no("a key in quotes", `authorization: Bearer "${keys.a}"`),
  no("a key with a wrong checksum", bearer(wrongLast)),
  no("a cut key", bearer(keys.a.slice(0, -1))),
  no("a lengthened key", bearer(`${keys.a}0`)),
  no("a key of 8 KiB", bearer("x".repeat(8_192))),
  no("a key beyond ASCII", bearer("ll_test_\xe9\xff")),
  no("key check binds every query (CVE-2026-42208, LiteLLM): SQL", bearer("'/**/OR/**/1=1;--")),
  no(
    "key check binds every query (CVE-2026-42208, LiteLLM): SQL in a key",
    bearer(`${keys.a.slice(0, 18)}';DROP`)
  ),
  no("an unknown key", bearer(unknownKey)),
  no("a revoked key", bearer(keys.revoked)),
  no("a revoked key that SQL made active again", bearer(keys.unrevoked)),
  no("a tab after the scheme", `authorization: Bearer\t${keys.a}`),
  no("two keys in one header", `authorization: Bearer ${keys.a}, Bearer ${keys.a}`)
]

/** Authentication. */
export const authenticationRows: ReadonlyArray<Row> = [
  ...refusals,
  open(
    "a key in the query is 401",
    post(`/v1/decisions?api_key=${keys.a}&authorization=${keys.a}`, "{}", []),
    expected.refused
  ),
  open(
    "a key in the body is 401",
    post("/v1/decisions", JSON.stringify({ api_key: keys.a, authorization: keys.a }), []),
    expected.refused
  ),
  open(
    "the scheme in lower case, several blanks and blanks at the end are 200",
    [
      decide("", [`authorization: bearer ${keys.a}`]),
      decide("", [`authorization:   BEARER    ${keys.a}   `])
    ],
    [expected.ok, expected.ok]
  ),
  closed("two Authorization headers that are equal are 400", decide("", [bearer(), bearer()]), expected.gate),
  closed(
    "two Authorization headers that differ are 400",
    decide("", [bearer(), bearer(unknownKey)]),
    expected.gate
  ),
  open(
    "the model list needs no key and looks at none",
    [get("/v1/models", []), get("/v1/models", [bearer("wrong")])],
    [expected.ok, expected.ok]
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
    "over 20 refused keys a second of one address are 429; a key that holds is not, once one was accepted there",
    [
      decide(),
      { answers: 1 },
      // A store on another machine answers out of order: which of concurrent ones are the first 20 is unknown.
      { repeat: get("/v1/skills", [bearer(unknownKey)]), times: 20 },
      { answers: 21 },
      { repeat: get("/v1/skills", [bearer(unknownKey)]), times: 40 },
      decide(),
      { answers: 62 }
    ],
    [expected.ok, ...several(20, expected.refused), ...several(40, guessed), expected.ok],
    { server: "guessed", alone: true }
  ),
  open(
    "guessing of keys cannot hide behind X-Forwarded-For",
    [
      decide(),
      Array.from({ length: 70 }, (_, at) =>
        get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 203.0.113.${at}`])
      ).join(""),
      { answers: 71 },
      get("/v1/skills", [bearer(unknownKey), "x-forwarded-for: 203.0.113.99"]),
      decide("", [bearer(), "x-forwarded-for: 203.0.113.99, 127.0.0.1"])
    ],
    [expected.ok, ...several(71, guessed), expected.ok],
    { server: "guessed", alone: true }
  ),
  open(
    "behind a listed proxy each address is counted apart",
    Array.from({ length: 60 }, (_, at) =>
      get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 127.0.0.9, 203.0.113.${at}`])
    ).join(""),
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
