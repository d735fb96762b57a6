// Which files and routes the demo server answers, and for whom.
import { afterAll, assert, describe, it } from "vitest"
import { readSettings } from "../../src/server/settings.ts"
import { cookieOf, decision, demo, origin, visit } from "../visitor.ts"

const { close, fetch } = demo()
afterAll(close)

const at = (path: string, init?: RequestInit) => fetch(new Request(origin + path, init))

describe("the page", () => {
  it("brings a session, which scripts and other sites cannot use", async () => {
    const { headers, status } = await at("/")
    assert.equal(status, 200)
    assert.match(
      headers.get("set-cookie") ?? "",
      /^leadline_demo=[\w-]{36}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/
    )
  })

  it("keeps the session of a visitor who has one", async () => {
    const cookie = cookieOf(await at("/"))
    assert.isNull((await at("/", { headers: { cookie } })).headers.get("set-cookie"))
  })

  it("is not sent again as long as it is the same", async () => {
    const first = await at("/app.js")
    const headers = { "if-none-match": first.headers.get("etag") ?? "" }
    assert.equal((await at("/app.js", { headers })).status, 304)
  })

  it.each(["/", "/app.js", "/api/keys", "/nothing"])(
    "%s may load from its own origin alone",
    async (path) => {
      const { headers } = await at(path)
      const policy = headers.get("content-security-policy") ?? ""
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'"
      ])
        assert.include(policy, rule)
      assert.notMatch(policy, /unsafe|https?:|\*/)
      assert.equal(headers.get("x-content-type-options"), "nosniff")
      assert.equal(headers.get("referrer-policy"), "no-referrer")
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin")
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin")
    }
  )

  it.each([
    "/constructor",
    "/__proto__",
    "/../src/main.ts",
    "/source/../package.json",
    "/source/.git/config"
  ])("%s is not there", async (path) => {
    assert.equal((await at(path)).status, 404)
  })
})

const call = (headers: { readonly [name: string]: string }) =>
  at("/api/call", { method: "POST", headers, body: JSON.stringify(decision) })

describe("a call", () => {
  it("from the page is answered, and the answer is not stored", async () => {
    const { post } = await visit(fetch)
    const answer = await post("/api/call", decision)
    assert.equal(answer.headers.get("cache-control"), "no-store")
    const { data, head, ok } = (await answer.json()) as {
      readonly ok: boolean
      readonly head: object
      readonly data: { readonly answers: { readonly lost: { readonly type: string } } }
    }
    assert.isTrue(ok)
    assert.equal(data.answers.lost.type, "noul")
    assert.containSubset(head, { status: 200, attempts: 1 })
  })

  it("without the page's own header is refused", async () => {
    const { headers } = await visit(fetch)
    assert.equal((await call({ cookie: headers.cookie })).status, 403)
  })

  it.each(["cross-site", "same-site", "none"])("from a page that is %s is refused", async (site) => {
    const { headers } = await visit(fetch)
    assert.equal((await call({ ...headers, "sec-fetch-site": site })).status, 403)
  })

  it("without a session is 401", async () => {
    assert.equal((await call({ "x-demo": "1" })).status, 401)
    assert.equal((await call({ "x-demo": "1", cookie: "leadline_demo=mine" })).status, 401)
  })
})

describe("the demo", () => {
  it.each(["demo.localhost", "[::1]", "192.168.1.5"])("answers as %s", async (name) => {
    assert.equal((await fetch(new Request(`http://${name}:8000/`))).status, 200)
  })

  it("answers by no name that another site may have lent it", async () => {
    const answer = await fetch(new Request("http://rebound.example:8000/"))
    assert.equal(answer.status, 403)
    assert.include(await answer.text(), "HOSTS")
  })

  it("answers by a name that HOSTS has", async () => {
    const other = demo({ HOSTS: "demo.example, other.example" })
    assert.equal((await other.fetch(new Request("https://other.example/"))).status, 200)
    await other.close()
  })

  it.each([
    ["PORT", "0x50"],
    ["LEADLINE_BASE_URL", "localhost:8080"]
  ])("refuses a %s of %s, and names the variable", (name, value) => {
    assert.throws(() => readSettings({ [name]: value }), new RegExp(`^${name}: `))
  })
})
