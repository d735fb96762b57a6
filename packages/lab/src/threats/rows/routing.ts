// Rows about paths, methods, upgrades and the Host header.
// Source: §7.1; Assumed: ours for most rows.
import { bearer, decide, get, head, methodNotAllowed, post, expected } from "../requests.ts"
import { closed, left, open, type Row } from "./row.ts"

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

const method = (name: string, path: string, allow: string): Row =>
  open(
    `${name} ${path} is 405, also without a key`,
    head(`${name} ${path} HTTP/1.1`, "host: a"),
    methodNotAllowed(allow)
  )

/** Paths and methods. */
export const pathRows: ReadonlyArray<Row> = [
  ...nothing.map((target) =>
    open(`${target.length > 100 ? "an id of 129" : target} is 404`, at(target), expected.noPath)
  ),
  left("a target with a fragment is 404 or 400", at("/v1/decisions#x"), {
    status: [404, 400],
    body: "nothing",
    headers: { "cache-control": /^/ }
  }),
  open("OPTIONS * is 404", head("OPTIONS * HTTP/1.1", "host: a"), expected.noPath),
  ...["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"].map((name) =>
    method(name, "/v1/decisions", "POST")
  ),
  ...["POST", "HEAD", "OPTIONS"].map((name) => method(name, "/v1/models", "GET")),
  method("PATCH", "/v1/skills/abc", "DELETE, GET, PUT"),
  left(
    "QUERY is 405, or 400 where the parser does not know it",
    head("QUERY /v1/decisions HTTP/1.1", "host: a"),
    { status: [405, 400], body: "bare" }
  ),
  open(
    "X-HTTP-Method-Override is ignored",
    [
      get("/v1/decisions", [bearer(), "x-http-method-override: POST"]),
      decide("", [bearer(), "x-http-method-override: DELETE", "x-method-override: GET"])
    ],
    [methodNotAllowed("POST"), expected.ok]
  ),
  ...["post /v1/decisions", "BREW /v1/decisions", "GE\u0000T /v1/models", " GET /v1/models"].map((line) =>
    closed(`${JSON.stringify(line)} is 400`, head(`${line} HTTP/1.1`, "host: a"), expected.bare)
  ),
  closed("CONNECT is closed unheard", head("CONNECT a:443 HTTP/1.1", "host: a"), [], { within: 3_000 }),
  open(
    "a preflight is 405, and no origin is reflected",
    head(
      "OPTIONS /v1/decisions HTTP/1.1",
      "host: a",
      "origin: https://evil.example",
      "access-control-request-method: POST",
      "access-control-request-headers: authorization, x-evil"
    ),
    {
      ...methodNotAllowed("POST"),
      headers: {
        allow: "POST",
        "access-control-allow-origin": null,
        "access-control-allow-headers": null,
        "access-control-allow-credentials": null
      }
    }
  ),
  open(
    "CORS never reflects an origin with credentials (CVE-2026-54290, Hono)",
    decide("", [bearer(), "origin: https://evil.example", "cookie: a=b"]),
    {
      ...expected.ok,
      headers: { "access-control-allow-origin": null, "access-control-allow-credentials": null }
    }
  ),
  ...["websocket", "h2c", "TLS/1.0"].flatMap((protocol) => [
    open(
      `an upgrade of a GET to ${protocol} is ignored`,
      get("/v1/models", [
        "connection: upgrade, http2-settings",
        `upgrade: ${protocol}`,
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version: 13",
        "http2-settings: AAMAAABkAAQAAP__"
      ]),
      expected.ok
    ),
    open(
      `an upgrade of a POST to ${protocol} is ignored, its body is read`,
      decide("", [bearer(), "connection: upgrade", `upgrade: ${protocol}`]),
      expected.ok
    )
  ]),
  open(
    "the Host header never chooses a route (CVE-2026-49468, LiteLLM)",
    [
      head("POST /v1/decisions HTTP/1.1", "host: a", "x-forwarded-host: b/v1/models", "content-length: 2") +
        "{}",
      head("POST /v1/decisions HTTP/1.1", "host: a", "x-original-url: /v1/models", "content-length: 2") + "{}"
    ],
    [expected.refused, expected.refused]
  ),
  ...["a", "rebound.example:8080", "localhost.rebound.example", "127.0.0.1.rebound.example"].map((host) =>
    open(
      `metrics are 421 for a page whose name, ${host}, resolves to this machine`,
      head("GET /-/metrics HTTP/1.1", `host: ${host}`),
      { status: 421, body: (text: string) => !text.includes("leadline_"), headers: { "x-request-id": null } },
      { server: "guessed" }
    )
  ),
  ...["localhost", "127.0.0.1:8080", "[::1]"].map((host) =>
    open(
      `metrics are 200 for ${host}`,
      head("GET /-/metrics HTTP/1.1", `host: ${host}`),
      { status: 200, body: (text: string) => text.includes("leadline_"), headers: { "x-request-id": null } },
      { server: "guessed" }
    )
  )
]
