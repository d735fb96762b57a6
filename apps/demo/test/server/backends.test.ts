// Backends on the page: only with the admin API of the service, whose token stays on the demo's server.
import { afterAll, assert, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { demo, visit } from "../visitor.ts"

const token = "operator-token-of-the-service"
const routes = { decisions: [[{ backend: "local", weight: 1 }]] }
const checked = [{ name: "local", kind: "leadline", url: "http://127.0.0.1:9", findings: [] }]

const { close: closeAdmin, url } = await serveHttp((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${token}`
  response.statusCode = isKnown ? 200 : 401
  response.end(isKnown ? JSON.stringify(request.url === "/backends/routes" ? routes : checked) : "{}")
})
afterAll(closeAdmin)

it("routes and findings come from the admin API; a refused token is in the log, not on the page", async () => {
  const { close, fetch } = demo({ LEADLINE_ADMIN_URL: `${url}/`, LEADLINE_ADMIN_TOKEN: token })
  const { get, post } = await visit(fetch)
  assert.deepEqual(await (await get("/api/backends")).json(), routes)
  assert.deepEqual(await (await post("/api/backends/check", {})).json(), checked)
  const about = await (await get("/api/about")).text()
  assert.include(about, '"hasAdmin":true')
  assert.notInclude(about, token)
  await close()

  const wrong = demo({ LEADLINE_ADMIN_URL: url, LEADLINE_ADMIN_TOKEN: "a-wrong-token" })
  const response = await (await visit(wrong.fetch)).get("/api/backends")
  assert.equal(response.status, 502)
  assert.notInclude(await response.text(), "wrong-token")
  await wrong.close()
})

it("without an admin API there is nothing to see; its URL requires a token", async () => {
  const { close, fetch } = demo()
  assert.equal((await (await visit(fetch)).get("/api/backends")).status, 404)
  await close()
  assert.throws(() => demo({ LEADLINE_ADMIN_URL: url }), "LEADLINE_ADMIN_TOKEN: required")
})
