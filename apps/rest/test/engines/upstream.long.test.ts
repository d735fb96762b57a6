// A server process in front of another one: what it passes on, and settings it does not start with.
import { assert, describe, it } from "vitest"
import { ask, refusalOf, start } from "../support/serverProcess.ts"

describe("a server with one backend", () => {
  it("passes everything on, with its own key there", async () => {
    const upstream = start({})
    const beneath = await upstream.ready()
    const proxy = start({
      LEADLINE_BACKENDS: `leadline ${beneath.baseUrl}`,
      LEADLINE_BACKEND_API_KEY: beneath.key
    })
    const { baseUrl, key } = await proxy.ready()
    const answered = await ask(baseUrl, key)
    assert.strictEqual(answered.status, 200)
    assert.isNotNull(answered.headers.get("x-leadline-upstream-request-id"))
    assert.strictEqual((await ask(baseUrl, beneath.key)).status, 401)
    upstream.child.kill("SIGTERM")
    await upstream.ended()
    assert.strictEqual((await ask(baseUrl, key)).status, 502)
    assert.notInclude(proxy.seen.out + proxy.seen.error, beneath.key)
  })

  it.each([
    ["http://api.example", "LEADLINE_BACKENDS: http is allowed for this machine"],
    ["https://10.0.0.5", "LEADLINE_BACKENDS: 10.0.0.5 is at 10.0.0.5, which is not public"]
  ])("does not start with %s alone", async (url, words) => {
    const env = { LEADLINE_BACKENDS: `leadline ${url}`, LEADLINE_BACKEND_API_KEY: "k" }
    assert.include(await refusalOf(env), `leadline: ${words}`)
  })
})
