// Rows about CORS with an allow list.
import { bearer, decide, get, head, methodNotAllowed, expected } from "../requests.ts"
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

/** The headers of CORS, of a response that names an origin or none. */
const cors = (origin: string | null) => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": null,
  vary: "Origin"
})
const silent = {
  ...cors(null),
  "access-control-allow-headers": null,
  "access-control-allow-methods": null
}
const named = cors("https://app.example")

const others = ["https://evil.example", "https://app.example.evil.example", "http://app.example", "null", "*"]

/** Origins: all rows are of the server with an allow list. */
export const originRows: ReadonlyArray<Row> = [
  open(
    "a preflight of a listed origin is 204, what it asks for is not repeated; of an unknown path it is 404",
    [asking("/v1/decisions", app), asking("/v1/nothing", app)],
    [
      {
        status: 204,
        body: "empty",
        headers: {
          ...named,
          "access-control-allow-headers": "authorization, content-type, x-leadline-policy",
          "access-control-allow-methods": "POST"
        }
      },
      { ...expected.noPath, headers: { "access-control-allow-origin": null } }
    ]
  ),
  ...others.map((origin) =>
    open(
      `a preflight of ${origin} is 405; neither that nor an answer names an origin`,
      [asking("/v1/decisions", `origin: ${origin}`), decide("", [bearer(), `origin: ${origin}`])],
      [
        { ...methodNotAllowed("POST"), headers: { ...silent, allow: "POST" } },
        { ...expected.ok, headers: silent }
      ]
    )
  ),
  open(
    "an answer to a listed origin may be read, a refusal too, without cookies",
    [decide("", [bearer(), app, "cookie: a=b"]), decide("", [app]), get("/v1/models", [app])],
    [
      {
        ...expected.ok,
        headers: { ...named, "access-control-expose-headers": /x-ratelimit-remaining/ }
      },
      { ...expected.refused, headers: { ...named, "www-authenticate": "Bearer" } },
      { ...expected.ok, headers: named }
    ]
  )
]
