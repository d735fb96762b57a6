// Rows about paths, methods, upgrades and the Host header.
// Source: §7.1; Assumed: ours for most rows.
import { bearer, decide, get, head, methodNotAllowed, post, expected } from "../requests.ts"
import type { Threat } from "../Threat.ts"

const at = (target: string) => post(target, "{}")

const nothing = [
  "/v1/decisions/",
  "//v1/decisions",
  "/v1//decisions",
  "/V1/decisions",
  "/v1/Decisions",
  "/v1%2fdecisions",
  "/v1/%64ecisions",
  "/v1/./decisions",
  "/v1/x/../decisions",
  "/v1/decisions;x",
  "/v1/decisions;x=1/y",
  "/v1/decisions%00",
  "/v1\\decisions",
  "/v1/decisionsx",
  "/v1/decisions.json",
  "/v1/decisions/x",
  "/v1/skills/%2e%2e",
  "/v1/skills/a%2fb",
  "/v1/skills/a%20b",
  "/v1/skills/a%00",
  "/v1/skills/",
  `/v1/skills/${"x".repeat(129)}`,
  "/v1/skills/a.b",
  "/__proto__",
  "/constructor",
  "http://a/v1/decisions",
  "http://127.0.0.1:1/v1/models",
  "/"
]

const method = (name: string, path: string, allow: string): Omit<Threat, "id"> => ({
  title: `${name} ${path} is 405, also without a key`,
  send: [head(`${name} ${path} HTTP/1.1`, "host: a")],
  answers: [methodNotAllowed(allow)],
  connection: "open"
})

const rows: ReadonlyArray<Omit<Threat, "id">> = [
  ...nothing.map((target) => ({
    title: `${target.length > 100 ? "an id of 129" : target} is 404`,
    send: [at(target)],
    answers: [expected.noPath],
    connection: "open" as const
  })),
  {
    title: "a target with a fragment is 404 or 400",
    send: [at("/v1/decisions#x")],
    answers: [{ status: [404, 400], body: "nothing", headers: { "cache-control": /^/ } }],
    connection: "left"
  },
  {
    title: "OPTIONS * is 404",
    send: [head("OPTIONS * HTTP/1.1", "host: a")],
    answers: [expected.noPath],
    connection: "open"
  },
  ...["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"].map((name) =>
    method(name, "/v1/decisions", "POST")
  ),
  ...["POST", "HEAD", "OPTIONS"].map((name) => method(name, "/v1/models", "GET")),
  method("PATCH", "/v1/skills/abc", "DELETE, GET, PUT"),
  {
    title: "QUERY is 405, or 400 where the parser does not know it",
    send: [head("QUERY /v1/decisions HTTP/1.1", "host: a")],
    answers: [{ status: [405, 400], body: "bare" }],
    connection: "left"
  },
  {
    title: "X-HTTP-Method-Override is ignored",
    send: [
      get("/v1/decisions", [bearer(), "x-http-method-override: POST"]),
      decide("", [bearer(), "x-http-method-override: DELETE", "x-method-override: GET"])
    ],
    answers: [methodNotAllowed("POST"), expected.ok],
    connection: "open"
  },
  ...["post /v1/decisions", "BREW /v1/decisions", "GE\u0000T /v1/models", " GET /v1/models"].map((line) => ({
    title: `${JSON.stringify(line)} is 400`,
    send: [head(`${line} HTTP/1.1`, "host: a")],
    answers: [expected.bare],
    connection: "closed" as const
  })),
  {
    title: "CONNECT is closed unheard",
    send: [head("CONNECT a:443 HTTP/1.1", "host: a")],
    answers: [],
    connection: "closed",
    within: 3_000
  },
  {
    title: "a preflight is 405, and no origin is reflected",
    send: [
      head(
        "OPTIONS /v1/decisions HTTP/1.1",
        "host: a",
        "origin: https://evil.example",
        "access-control-request-method: POST",
        "access-control-request-headers: authorization, x-evil"
      )
    ],
    answers: [
      {
        ...methodNotAllowed("POST"),
        headers: {
          allow: "POST",
          "access-control-allow-origin": null,
          "access-control-allow-headers": null,
          "access-control-allow-credentials": null
        }
      }
    ],
    connection: "open"
  },
  {
    title: "CORS never reflects an origin with credentials (CVE-2026-54290, Hono)",
    send: [decide("", [bearer(), "origin: https://evil.example", "cookie: a=b"])],
    answers: [
      {
        ...expected.ok,
        headers: { "access-control-allow-origin": null, "access-control-allow-credentials": null }
      }
    ],
    connection: "open"
  },
  ...["websocket", "h2c", "TLS/1.0"].flatMap((protocol) => [
    {
      title: `an upgrade of a GET to ${protocol} is ignored`,
      send: [
        get("/v1/models", [
          "connection: upgrade, http2-settings",
          `upgrade: ${protocol}`,
          "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
          "sec-websocket-version: 13",
          "http2-settings: AAMAAABkAAQAAP__"
        ])
      ],
      answers: [expected.ok],
      connection: "open" as const
    },
    {
      title: `an upgrade of a POST to ${protocol} is ignored, its body is read`,
      send: [decide("", [bearer(), "connection: upgrade", `upgrade: ${protocol}`])],
      answers: [expected.ok],
      connection: "open" as const
    }
  ]),
  {
    title: "the Host header never chooses a route (CVE-2026-49468, LiteLLM)",
    send: [
      head("POST /v1/decisions HTTP/1.1", "host: a", "x-forwarded-host: b/v1/models", "content-length: 2") +
        "{}",
      head("POST /v1/decisions HTTP/1.1", "host: a", "x-original-url: /v1/models", "content-length: 2") + "{}"
    ],
    answers: [expected.refused, expected.refused],
    connection: "open"
  },
  ...["a", "rebound.example:8080", "localhost.rebound.example", "127.0.0.1.rebound.example"].map((host) => ({
    title: `metrics are 421 for a page whose name, ${host}, resolves to this machine`,
    server: "guessed" as const,
    send: [head("GET /-/metrics HTTP/1.1", `host: ${host}`)],
    answers: [
      { status: 421, body: (text: string) => !text.includes("leadline_"), headers: { "x-request-id": null } }
    ],
    connection: "open" as const
  })),
  ...["localhost", "127.0.0.1:8080", "[::1]"].map((host) => ({
    title: `metrics are 200 for ${host}`,
    server: "guessed" as const,
    send: [head("GET /-/metrics HTTP/1.1", `host: ${host}`)],
    answers: [
      { status: 200, body: (text: string) => text.includes("leadline_"), headers: { "x-request-id": null } }
    ],
    connection: "open" as const
  }))
]

/** Paths and methods. */
export const pathRows: ReadonlyArray<Threat> = rows.map((row, index) => ({ id: `P${index + 1}`, ...row }))
