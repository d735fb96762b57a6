// Rows about paths, methods, upgrades and the Host header. The wire cases have the ordinary wrong paths and methods.
// Source: §7.1; Assumed: ours for most rows.
import { bearer, decide, get, head, methodNotAllowed, post, expected } from "../requests.ts"
import { closed, open, type Row, several } from "./row.ts"

const nothing = [
  "/v1/Decisions",
  "/v1%2fdecisions",
  "/v1/%64ecisions",
  "/v1/./decisions",
  "/v1/x/../decisions",
  "/v1/decisions%00",
  "/v1\\decisions",
  "/v1/skills/%2e%2e",
  "/v1/skills/a%00",
  "/__proto__",
  "http://a/v1/decisions"
]

const noOrigin = { "access-control-allow-origin": null, "access-control-allow-credentials": null }

const metrics = (host: string, status: 200 | 421): Row =>
  open(
    `metrics are ${status} for a request that names ${host}`,
    head("GET /-/metrics HTTP/1.1", `host: ${host}`),
    {
      status,
      body: (text) => text.includes("leadline_") === (status === 200),
      headers: { "x-request-id": null }
    },
    { server: "guessed" }
  )

/** Paths and methods. */
export const pathRows: ReadonlyArray<Row> = [
  ...nothing.map((target) => open(`${target} is 404`, post(target, "{}"), expected.noPath)),
  open(
    "methods that no path has are 405, also without a key",
    ["TRACE", "PROPFIND"].map((name) => head(`${name} /v1/decisions HTTP/1.1`, "host: a")),
    several(2, methodNotAllowed("POST"))
  ),
  ...["post /v1/decisions", "BREW /v1/decisions", "GE\u0000T /v1/models", " GET /v1/models"].map((line) =>
    closed(`${JSON.stringify(line)} is 400`, head(`${line} HTTP/1.1`, "host: a"), expected.bare)
  ),
  closed("CONNECT is closed unheard", head("CONNECT a:443 HTTP/1.1", "host: a"), [], { within: 3_000 }),
  open(
    "CORS never reflects an origin with credentials (CVE-2026-54290, Hono), nor in a preflight",
    [
      decide("", [bearer(), "origin: https://evil.example", "cookie: a=b"]),
      head("OPTIONS /v1/decisions HTTP/1.1", "host: a", "origin: https://evil.example")
    ],
    [
      { ...expected.ok, headers: noOrigin },
      { ...methodNotAllowed("POST"), headers: { ...noOrigin, allow: "POST" } }
    ]
  ),
  ...["websocket", "h2c"].map((protocol) =>
    open(
      `an upgrade to ${protocol} is ignored, a body is read`,
      [
        get("/v1/models", [
          "connection: upgrade, http2-settings",
          `upgrade: ${protocol}`,
          "http2-settings: AAMAAABkAAQAAP__"
        ]),
        { answers: 1 },
        decide("", [bearer(), "connection: upgrade", `upgrade: ${protocol}`])
      ],
      [expected.ok, expected.ok]
    )
  ),
  open(
    "no header chooses a route (CVE-2026-49468, LiteLLM)",
    ["x-forwarded-host: b/v1/models", "x-original-url: /v1/models"].map((header) =>
      post("/v1/decisions", "{}", [header])
    ),
    [expected.refused, expected.refused]
  ),
  ...["a", "localhost.rebound.example:8080"].map((host) => metrics(host, 421)),
  ...["localhost", "[::1]:8080"].map((host) => metrics(host, 200))
]
