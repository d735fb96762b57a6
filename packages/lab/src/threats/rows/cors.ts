// Rows about CORS with an allow list.
import { bearer, decide, get, head, methodNotAllowed, expected } from "../requests.ts"
import type { ExpectedResponse } from "../Threat.ts"
import { open, type Row } from "./row.ts"

const app = "origin: https://app.example"

const asking = (path: string, origin: string): string =>
  head(
    `OPTIONS ${path} HTTP/1.1`,
    "host: a",
    origin,
    "access-control-request-method: POST",
    "access-control-request-headers: authorization, x-evil"
  )

/** What names no origin. */
const silent = {
  "access-control-allow-origin": null,
  "access-control-allow-headers": null,
  "access-control-allow-methods": null,
  "access-control-allow-credentials": null,
  vary: "Origin"
}

const originAllowed = {
  "access-control-allow-origin": "https://app.example",
  "access-control-allow-credentials": null,
  vary: "Origin"
}

const allowed: ExpectedResponse = {
  status: 204,
  body: "empty",
  headers: {
    ...originAllowed,
    "access-control-allow-headers": "authorization, content-type, x-leadline-policy",
    "access-control-allow-methods": "POST"
  }
}

const others = ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null", "*"]

/** Origins: all rows are of the server with an allow list. */
export const originRows: ReadonlyArray<Row> = [
  open(
    "a preflight of a listed origin is 204, what it asks for is not repeated",
    asking("/v1/decisions", app),
    allowed
  ),
  ...others.map((origin) =>
    open(
      `a preflight of ${origin} is 405 and names no origin`,
      asking("/v1/decisions", `origin: ${origin}`),
      { ...methodNotAllowed("POST"), headers: { ...silent, allow: "POST" } }
    )
  ),
  open(
    "OPTIONS of a listed origin that is no preflight is 405",
    head("OPTIONS /v1/decisions HTTP/1.1", "host: a", app),
    methodNotAllowed("POST")
  ),
  open("a preflight of an unknown path is 404, of listed origins too", asking("/v1/nothing", app), {
    ...expected.noPath,
    headers: { "access-control-allow-origin": null }
  }),
  open(
    "an answer to a listed origin may be read, a refusal too, without cookies",
    [
      decide("", [bearer(), app, "cookie: a=b"]),
      decide("", [app]),
      decide({ die: true }, [bearer(), app]),
      get("/v1/models", [app])
    ],
    [
      {
        ...expected.ok,
        headers: { ...originAllowed, "access-control-expose-headers": /x-ratelimit-remaining/ }
      },
      { ...expected.refused, headers: { ...originAllowed, "www-authenticate": "Bearer" } },
      { status: 500, body: "internal_error", headers: originAllowed },
      { ...expected.ok, headers: originAllowed }
    ]
  ),
  open(
    "an answer to any other origin names no origin",
    others.map((origin) => decide("", [bearer(), `origin: ${origin}`])),
    others.map(() => ({ ...expected.ok, headers: silent }))
  ),
  open("an answer to no page says nothing of origins", decide(), {
    ...expected.ok,
    headers: { ...silent, vary: null }
  })
]
