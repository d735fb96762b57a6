// The spans of the admin API: the route and the status, nothing that the caller sent.
import { spanText } from "@leadline/lab"
import { assert, describe, it } from "vitest"
import { serveAdmin } from "../support/adminServer.ts"

const { call, spans } = serveAdmin()

const attributesOf = (status: number) =>
  spans.flatMap(({ attributes, kind }) =>
    kind === "server" && attributes.get("http.response.status_code") === status
      ? [Object.fromEntries(attributes)]
      : []
  )

describe("the span of an admin request", () => {
  it("has its method, route and status, and no path, query, address, user agent or header", async () => {
    await call("POST", "/groups", { id: "canary-1" })
    await call("POST", "/groups/canary-1/disable")
    await call("GET", "/keys?group=canary-1")
    assert.deepEqual(attributesOf(200), [
      { "http.request.method": "POST", "http.response.status_code": 200, "http.route": "/groups" },
      {
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "http.route": "/groups/:id/disable"
      },
      { "http.request.method": "GET", "http.response.status_code": 200, "http.route": "/keys" }
    ])
  })

  it("has none of them when the request is refused", async () => {
    await call("GET", "/keys?canary=1")
    await call("GET", "/canary?canary=1")
    await call("GET", "/keys?group=canary", undefined, "Bearer canary")
    await call("POST", "/keys", "{canary")
    for (const status of [400, 401, 404]) assert.isNotEmpty(attributesOf(status), String(status))
    for (const span of spans) assert.notMatch(spanText(span), /canary|127\.0\.0\.1|undici|user_agent|url\./)
  })
})
