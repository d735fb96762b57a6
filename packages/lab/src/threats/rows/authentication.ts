// Rows about authentication: which credentials are accepted, guessing, and addresses behind proxies.
// Source: §5, §7.1; Assumed: ours for most rows.
import { keys, unknownKey } from "../apiKeys.ts"
import { bearer, decide, get, head, post, expected } from "../requests.ts"
import type { ExpectedResponse, ServerName, Threat } from "../Threat.ts"

const no = (title: string, ...headers: ReadonlyArray<string>): Omit<Threat, "id"> => ({
  title: `${title} is 401`,
  send: [decide("", headers)],
  answers: [expected.refused],
  connection: "open"
})

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
  no("SQL in place of a key", bearer("' OR '1'='1' --")),
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
export const authenticationRows: ReadonlyArray<Omit<Threat, "id">> = [
  ...refusals,
  {
    title: "a key in the query is 401",
    send: [post(`/v1/decisions?api_key=${keys.a}&authorization=${keys.a}`, "{}", [])],
    answers: [expected.refused],
    connection: "open"
  },
  {
    title: "a key in the body is 401",
    send: [post("/v1/decisions", JSON.stringify({ api_key: keys.a, authorization: keys.a }), [])],
    answers: [expected.refused],
    connection: "open"
  },
  {
    title: "the scheme in lower case, several blanks and blanks at the end are 200",
    send: [
      decide("", [`authorization: bearer ${keys.a}`]),
      decide("", [`authorization:   BEARER    ${keys.a}   `])
    ],
    answers: [expected.ok, expected.ok],
    connection: "open"
  },
  {
    title: "two Authorization headers that are equal are 400",
    send: [decide("", [bearer(), bearer()])],
    answers: [expected.gate],
    connection: "closed"
  },
  {
    title: "two Authorization headers that differ are 400",
    send: [decide("", [bearer(), bearer(unknownKey)])],
    answers: [expected.gate],
    connection: "closed"
  },
  {
    title: "the model list needs no key and looks at none",
    send: [get("/v1/models", []), get("/v1/models", [bearer("wrong")])],
    answers: [expected.ok, expected.ok],
    connection: "open"
  },
  {
    title: "no key and 40 MiB declared is 401 before a byte is read",
    send: [head("POST /v1/decisions HTTP/1.1", "host: a", "content-length: 41943040")],
    answers: [expected.refused],
    connection: "closed",
    within: 3_000
  },
  {
    title: "no key and Expect: 100-continue is 401, without 100",
    send: [head("POST /v1/decisions HTTP/1.1", "host: a", "expect: 100-continue", "content-length: 10")],
    answers: [expected.refused],
    connection: "closed",
    within: 3_000
  },
  {
    title: "a key and Expect: 100-continue is 100, then 200",
    send: [
      head("POST /v1/decisions HTTP/1.1", "host: a", bearer(), "expect: 100-continue", "content-length: 99"),
      { answers: 1, begun: true },
      decide().slice(decide().indexOf("{")).padEnd(99)
    ],
    answers: [{ status: 100, body: "bare" }, expected.ok],
    connection: "open"
  },
  {
    title:
      "over 20 refused keys a second of one address are 429; a key that holds is not, once one was accepted there",
    server: "guessed",
    send: [
      decide(),
      { answers: 1 },
      // A store on another machine answers out of order: which of concurrent ones are the first 20 is unknown.
      { repeat: get("/v1/skills", [bearer(unknownKey)]), times: 20 },
      { answers: 21 },
      { repeat: get("/v1/skills", [bearer(unknownKey)]), times: 40 },
      decide(),
      { answers: 62 }
    ],
    answers: [
      expected.ok,
      ...Array.from({ length: 20 }, () => expected.refused),
      ...Array.from({ length: 40 }, () => ({
        status: [401, 429],
        body: (text: string) => /"type":"(?:too_many_requests|invalid_api_key)"/.test(text),
        headers: { "x-request-id": /^/ }
      })),
      expected.ok
    ],
    connection: "open",
    alone: true
  },
  {
    title: "guessing of keys cannot hide behind X-Forwarded-For",
    server: "guessed",
    send: [
      decide(),
      Array.from({ length: 70 }, (_, at) =>
        get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 203.0.113.${at}`])
      ).join(""),
      { answers: 71 },
      get("/v1/skills", [bearer(unknownKey), "x-forwarded-for: 203.0.113.99"]),
      decide("", [bearer(), "x-forwarded-for: 203.0.113.99, 127.0.0.1"])
    ],
    answers: [
      expected.ok,
      ...Array.from({ length: 71 }, () => ({
        status: [401, 429],
        body: (text: string) => /"type":"(?:too_many_requests|invalid_api_key)"/.test(text),
        headers: { "x-request-id": /^/ }
      })),
      expected.ok
    ],
    connection: "open",
    alone: true
  },
  {
    title: "behind a listed proxy each address is counted apart",
    server: "proxied",
    send: [
      Array.from({ length: 60 }, (_, at) =>
        get("/v1/skills", [bearer(unknownKey), `x-forwarded-for: 127.0.0.9, 203.0.113.${at}`])
      ).join("")
    ],
    answers: Array.from({ length: 60 }, () => expected.refused),
    connection: "open",
    alone: true
  },
  ...(["plain", "proxied", "listed"] as const).map((server): Omit<Threat, "id"> => ({
    title: `host and scheme of no header are in a download address (CVE-2026-3635, Fastify), server ${server}`,
    server,
    send: [
      get("/v1/skills/skill-a/download", [bearer(), ...forwarded]),
      get("/v1/skills/skill-a/download", [bearer(), "forwarded: for=203.0.113.1;host=evil.example"])
    ],
    answers: [address(server), address(server)],
    connection: "open"
  }))
]
