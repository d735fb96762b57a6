// Keys on the demo's server: shown once, used by their handle, in no later answer.
import { afterAll, assert, it } from "vitest"
import { demo, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

interface Made {
  readonly data: { readonly handle: string; readonly text: string }
}

it("a key is seen when it is made, and never after", async () => {
  const { get, post } = await visit(fetch)
  const { data } = (await (await post("/api/keys", { name: "for a test" })).json()) as Made
  assert.isAbove(data.text.length, 20)
  const { handle } = data
  const later = [
    await post("/api/keys/test", { handle }),
    await get("/api/keys"),
    await post("/api/keys/revoke", { handle }),
    await post("/api/keys/test", { handle }),
    await post("/api/keys/revoke", { handle: data.text }),
    await get("/api/about")
  ]
  for (const answer of later) assert.notInclude(await answer.text(), data.text)
})

it("a session knows its own keys alone", async () => {
  const [mine, other] = [await visit(fetch), await visit(fetch)]
  const { handle } = ((await (await mine.post("/api/keys", { name: "mine" })).json()) as Made).data
  assert.deepEqual(await (await other.get("/api/keys")).json(), [])
  for (const use of ["revoke", "test"])
    assert.equal((await other.post(`/api/keys/${use}`, { handle })).status, 404)
  assert.equal((await mine.post("/api/keys/test", { handle })).status, 200)
})

it("the key of the demo itself is in no answer", async () => {
  const key = "the-key-of-the-demo-0123456789"
  const away = demo({ LEADLINE_BASE_URL: "http://127.0.0.1:9", LEADLINE_API_KEY: key })
  const { get, page, post } = await visit(away.fetch)
  const list = await post("/api/call", { operation: "skills.list", request: {} })
  const fault = await post("/api/fault", { id: "refused" })
  const answers = [page, await get("/api/about"), list, fault]
  for (const answer of answers)
    assert.notInclude(JSON.stringify([...answer.headers]) + (await answer.text()), key)
  await away.close()
})
