// Rows about CORS with an allow list.
import { bearer, decide, get, head, methodNotAllowed, expected } from "../requests.ts"
import type { Threat, ExpectedResponse } from "../Threat.ts"

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
    "access-control-allow-headers": "authorization, content-type",
    "access-control-allow-methods": "POST"
  }
}

const others = ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null", "*"]

const rows: ReadonlyArray<Omit<Threat, "id">> = [
  {
    title: "a preflight of a listed origin is 204, what it asks for is not repeated",
    send: [asking("/v1/decisions", app)],
    answers: [allowed],
    connection: "open"
  },
  ...others.map((origin) => ({
    title: `a preflight of ${origin} is 405 and names no origin`,
    send: [asking("/v1/decisions", `origin: ${origin}`)],
    answers: [{ ...methodNotAllowed("POST"), headers: { ...silent, allow: "POST" } }],
    connection: "open" as const
  })),
  {
    title: "OPTIONS of a listed origin that is no preflight is 405",
    send: [head("OPTIONS /v1/decisions HTTP/1.1", "host: a", app)],
    answers: [methodNotAllowed("POST")],
    connection: "open"
  },
  {
    title: "a preflight of an unknown path is 404, of listed origins too",
    send: [asking("/v1/nothing", app)],
    answers: [{ ...expected.noPath, headers: { "access-control-allow-origin": null } }],
    connection: "open"
  },
  {
    title: "an answer to a listed origin may be read, a refusal too, without cookies",
    send: [
      decide("", [bearer(), app, "cookie: a=b"]),
      decide("", [app]),
      decide({ die: true }, [bearer(), app]),
      get("/v1/models", [app])
    ],
    answers: [
      {
        ...expected.ok,
        headers: { ...originAllowed, "access-control-expose-headers": /x-ratelimit-remaining/ }
      },
      { ...expected.refused, headers: { ...originAllowed, "www-authenticate": "Bearer" } },
      { status: 500, body: "internal_error", headers: originAllowed },
      { ...expected.ok, headers: originAllowed }
    ],
    connection: "open"
  },
  {
    title: "an answer to any other origin names no origin",
    send: others.map((origin) => decide("", [bearer(), `origin: ${origin}`])),
    answers: others.map(() => ({ ...expected.ok, headers: silent })),
    connection: "open"
  },
  {
    title: "an answer to no page says nothing of origins",
    send: [decide()],
    answers: [{ ...expected.ok, headers: { ...silent, vary: null } }],
    connection: "open"
  }
]

/** Origins. */
export const originRows: ReadonlyArray<Threat> = rows.map((row, at) => ({
  id: `O${at + 1}`,
  server: "listed" as const,
  ...row
}))
