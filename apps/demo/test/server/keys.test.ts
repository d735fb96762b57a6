// Keys on the demo's server: shown once, used by their handle, in no later answer.
import { afterAll, assert, it } from "vitest"
import { demo, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

interface Made {
  readonly ok: true
  readonly data: { readonly handle: string; readonly text: string }
}

it("a key is seen when it is made, and never after", async () => {
  const { get, post } = await visit(fetch)
  const { data } = (await (await post("/api/keys", { name: "for a test" })).json()) as Made
  assert.isAbove(data.text.length, 20)
  const { handle } = data
  const later = [
    await (await post("/api/keys/test", { handle })).text(),
    await (await get("/api/keys")).text(),
    await (await post("/api/keys/revoke", { handle })).text(),
    await (await post("/api/keys/test", { handle })).text(),
    await (await get("/api/keys")).text(),
    await (await post("/api/keys/revoke", { handle: data.text })).text(),
    await (await get("/api/about")).text()
  ]
  assert.include(later[0], '"ok":true')
  assert.include(later[3], "AuthenticationError")
  assert.include(later[4], '"isRevoked":true')
  for (const text of later) assert.notInclude(text, data.text)
})

it("a session knows its own keys alone", async () => {
  const [mine, other] = [await visit(fetch), await visit(fetch)]
  const { data } = (await (await mine.post("/api/keys", { name: "mine" })).json()) as Made
  assert.deepEqual(await (await other.get("/api/keys")).json(), [])
  assert.equal((await other.post("/api/keys/revoke", { handle: data.handle })).status, 404)
  assert.equal((await other.post("/api/keys/test", { handle: data.handle })).status, 404)
  assert.equal((await mine.post("/api/keys/test", { handle: data.handle })).status, 200)
})

it("the key of the demo itself is in no answer", async () => {
  const key = "the-key-of-the-demo-0123456789"
  const away = demo({ LEADLINE_BASE_URL: "http://127.0.0.1:9", LEADLINE_API_KEY: key })
  const { get, page, post } = await visit(away.fetch)
  const texts = [
    await page.text(),
    JSON.stringify([...page.headers]),
    await (await get("/api/about")).text(),
    await (await get("/app.js")).text(),
    await (await post("/api/call", { operation: "skills.list", request: {} })).text(),
    await (await post("/api/fault", { id: "refused" })).text()
  ]
  for (const text of texts) assert.notInclude(text, key)
  await away.close()
})
