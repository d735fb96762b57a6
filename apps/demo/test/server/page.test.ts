// Which files and routes the demo server answers, and for whom.
import { afterAll, assert, describe, it } from "vitest"
import { readSettings } from "../../src/server/settings.ts"
import { cookieOf, decision, demo, origin, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

const at = (path: string, init?: RequestInit) => fetch(new Request(origin + path, init))
const call = async (headers: { readonly [name: string]: string }) =>
  (await at("/api/call", { method: "POST", headers, body: JSON.stringify(decision) })).status
const statusOf = async (name: string, handler = fetch) =>
  (await handler(new Request(`http://${name}:8000/`))).status

describe("the page", () => {
  it("brings a session, which scripts and other sites cannot use, and keeps that of a visitor who has one", async () => {
    const first = await at("/")
    assert.equal(first.status, 200)
    const form = /^leadline_demo=[\w-]{36}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/
    assert.match(first.headers.get("set-cookie") ?? "", form)
    const cookie = cookieOf(first)
    assert.isNull((await at("/", { headers: { cookie } })).headers.get("set-cookie"))
  })

  it("is not sent again as long as it is the same", async () => {
    const etag = (await at("/app.js")).headers.get("etag") ?? ""
    assert.equal((await at("/app.js", { headers: { "if-none-match": etag } })).status, 304)
  })

  it.each(["/", "/app.js", "/api/keys", "/nothing"])(
    "%s may load from its own origin alone",
    async (path) => {
      const { headers } = await at(path)
      const policy = headers.get("content-security-policy") ?? ""
      for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
        assert.include(policy, rule)
      assert.notMatch(policy, /unsafe|https?:|\*/)
      assert.equal(headers.get("x-content-type-options"), "nosniff")
      assert.equal(headers.get("referrer-policy"), "no-referrer")
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin")
    }
  )

  it.each(["/constructor", "/../src/main.ts", "/source/../package.json", "/source/.git/config"])(
    "%s is not there",
    async (path) => assert.equal((await at(path)).status, 404)
  )
})

describe("a call", () => {
  it("from the page is answered, and the answer is not stored", async () => {
    const { post } = await visit(fetch)
    const answer = await post("/api/call", decision)
    assert.equal(answer.headers.get("cache-control"), "no-store")
    const data = { answers: { lost: { type: "noul" } } }
    assert.containSubset(await answer.json(), { ok: true, head: { status: 200, attempts: 1 }, data })
  })

  it("without the page's own header, from another page or without a session is refused", async () => {
    const { headers } = await visit(fetch)
    assert.equal(await call({ cookie: headers.cookie }), 403)
    for (const site of ["cross-site", "same-site", "none"])
      assert.equal(await call({ ...headers, "sec-fetch-site": site }), 403, site)
    assert.equal(await call({ "x-demo": "1" }), 401)
    assert.equal(await call({ "x-demo": "1", cookie: "leadline_demo=mine" }), 401)
  })
})

describe("the demo", () => {
  it("answers by local names and those of HOSTS, and by none that another site may have lent it", async () => {
    for (const name of ["demo.localhost", "[::1]", "192.168.1.5"])
      assert.equal(await statusOf(name), 200, name)
    assert.equal(await statusOf("rebound.example"), 403)
    const other = demo({ HOSTS: "demo.example, other.example" })
    assert.equal(await statusOf("other.example", other.fetch), 200)
    await other.close()
  })

  it.each([
    ["PORT", "0x50"],
    ["LEADLINE_BASE_URL", "localhost:8080"],
    ["REQUESTS_PER_MINUTE", "-1"],
    ["PROXIES", "127.0.0.1 10.0.0.0/33"]
  ])("refuses a %s of %s, and names the variable", (name, value) => {
    assert.throws(() => readSettings({ [name]: value }), new RegExp(`^${name}: `))
  })
})
