// Backends in the admin API: routes, checks and the reload.
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { serveAdmin } from "../support/adminServer.ts"

const { call, state } = serveAdmin()

describe("the admin API", () => {
  it("shows, checks and reloads backends", async () => {
    const routes = { decisions: [[{ backend: "local", weight: 1 }]] }
    assert.deepEqual((await call("GET", "/backends/routes")).body, routes)
    const { body } = await call("POST", "/backends/check")
    assert.deepEqual(body[0].findings[0].advice, "Start it.")
    assert.deepEqual((await call("POST", "/backends/reload")).body, routes)
    state.reloaded = Effect.fail({ message: "backends.yaml:3: backends.a.kind: required" })
    const refused = await call("POST", "/backends/reload")
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [409, "backends.yaml:3: backends.a.kind: required"]
    )
  })
})
