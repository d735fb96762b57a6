// Backends on the page: only with the admin API of the service, whose token stays on the demo's server.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, it } from "vitest"
import { demo, visit } from "../visitor.ts"

const token = "operator-token-of-the-service"
const routes = { decisions: [[{ backend: "local", weight: 1 }]] }
const checked = [{ name: "local", kind: "leadline", url: "http://127.0.0.1:9", findings: [] }]

const admin = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${token}`
  response.statusCode = isKnown ? 200 : 401
  const body = request.url === "/backends/routes" ? routes : checked
  response.end(isKnown ? JSON.stringify(body) : "{}")
})
const url = await new Promise<string>((resolve) =>
  admin.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(admin.address() as AddressInfo).port}`))
)
afterAll(() => admin.close())

it("routes and findings come from the admin API", async () => {
  const { close, fetch } = demo({ LEADLINE_ADMIN_URL: `${url}/`, LEADLINE_ADMIN_TOKEN: token })
  const { get, post } = await visit(fetch)
  assert.deepEqual(await (await get("/api/backends")).json(), routes)
  assert.deepEqual(await (await post("/api/backends/check", {})).json(), checked)
  const about = await (await get("/api/about")).text()
  assert.include(about, '"hasAdmin":true')
  assert.notInclude(about, token)
  await close()
})

it("a refused token is in the log, not on the page", async () => {
  const { close, fetch } = demo({ LEADLINE_ADMIN_URL: url, LEADLINE_ADMIN_TOKEN: "a-wrong-token" })
  const { get } = await visit(fetch)
  const response = await get("/api/backends")
  assert.equal(response.status, 502)
  assert.notInclude(await response.text(), "wrong-token")
  await close()
})

it("without an admin API there is nothing to see", async () => {
  const { close, fetch } = demo()
  const { get, post } = await visit(fetch)
  assert.equal((await get("/api/backends")).status, 404)
  assert.equal((await post("/api/backends/check", {})).status, 404)
  await close()
})

it("a token is required beside the URL, and the URL must be one", () => {
  assert.throws(() => demo({ LEADLINE_ADMIN_URL: url }), "LEADLINE_ADMIN_TOKEN: required")
  assert.throws(
    () => demo({ LEADLINE_ADMIN_URL: "ftp://x", LEADLINE_ADMIN_TOKEN: "t" }),
    "LEADLINE_ADMIN_URL"
  )
})
