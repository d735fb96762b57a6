// A server process with the upstream engine: what it passes on, and settings it does not start with.
import { assert, describe, it } from "vitest"
import { ask, refusalOf, send, start } from "../support/serverProcess.ts"

describe("a server with an upstream server", () => {
  it("answers models itself and passes everything else on", async () => {
    const upstream = start({})
    const beneath = await upstream.ready()
    const proxy = start({
      LEADLINE_ENGINE: "upstream,models=embedded",
      LEADLINE_UPSTREAM_URL: beneath.baseUrl,
      LEADLINE_UPSTREAM_API_KEY: beneath.key
    })
    const { baseUrl, key } = await proxy.ready()
    const answered = await ask(baseUrl, key)
    assert.strictEqual(answered.status, 200)
    assert.isNotNull(answered.headers.get("x-leadline-upstream-request-id"))
    assert.strictEqual((await ask(baseUrl, beneath.key)).status, 401)
    upstream.child.kill("SIGTERM")
    await upstream.ended()
    assert.strictEqual((await ask(baseUrl, key)).status, 502)
    assert.strictEqual((await send(`${baseUrl}/v1/models`, key)).status, 200)
    assert.notInclude(proxy.seen.out + proxy.seen.error, beneath.key)
  })

  it.each([
    [{}, "LEADLINE_UPSTREAM_URL: required, because LEADLINE_ENGINE"],
    [
      { LEADLINE_UPSTREAM_URL: "https://api.example" },
      "LEADLINE_UPSTREAM_API_KEY: required, because LEADLINE_ENGINE"
    ],
    [
      { LEADLINE_UPSTREAM_URL: "http://api.example", LEADLINE_UPSTREAM_API_KEY: "k" },
      "LEADLINE_UPSTREAM_URL: http is allowed for this machine"
    ],
    [
      { LEADLINE_UPSTREAM_URL: "https://10.0.0.5", LEADLINE_UPSTREAM_API_KEY: "k" },
      "LEADLINE_UPSTREAM_URL: 10.0.0.5 is at 10.0.0.5, which is not public"
    ]
  ])("does not start with %j alone", async (env, words) => {
    assert.include(await refusalOf({ LEADLINE_ENGINE: "upstream", ...env }), `leadline: ${words}`)
  })
})
