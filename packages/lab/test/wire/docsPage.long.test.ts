// The page of the OpenAPI document, as a browser gets it.
import { layerDocsPage } from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { assert, describe, it } from "vitest"
import { layerServices } from "../../src/index.ts"

const pageOf = async (
  services: Parameters<typeof toWebHandler>[0],
  path = "/docs",
  init: RequestInit = {}
) => {
  const { dispose, handler } = toWebHandler(services)
  const response = await handler(new Request(`http://localhost${path}`, init))
  const text = await response.text()
  await dispose()
  return { headers: response.headers, status: response.status, text }
}

describe("the page at /docs", () => {
  it("is HTML without a key, whose policy runs its own three scripts and loads nothing from elsewhere", async () => {
    const { headers, status, text } = await pageOf(Layer.merge(layerServices(), layerDocsPage))
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
    assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    const hashes = Array.from(
      text.matchAll(/<script>([^]*?)<\/script>/g),
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )
    assert.lengthOf(hashes, 3)
    assert.strictEqual(
      headers.get("content-security-policy"),
      `default-src 'none'; script-src ${hashes.join(" ")}; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    )
    assert.include(text, "/v1/decisions")
  })

  it("leads readers without scripts to the OpenAPI document", async () => {
    const { text } = await pageOf(Layer.merge(layerServices(), layerDocsPage))
    assert.match(text, /<body>\s*<noscript>[^<]*<a href="openapi\.json">openapi\.json<\/a>/)
  })

  it("answers HEAD with the headers of GET", async () => {
    const services = Layer.merge(layerServices(), layerDocsPage)
    const [head, get] = [await pageOf(services, "/docs", { method: "HEAD" }), await pageOf(services)]
    assert.strictEqual(head.status, 200)
    for (const name of ["content-type", "content-security-policy", "content-length"]) {
      assert.strictEqual(head.headers.get(name), get.headers.get(name), name)
    }
  })

  it.each(["GET", "HEAD"])("is where %s / leads a browser; others get the error object", async (method) => {
    const services = Layer.merge(layerServices(), layerDocsPage)
    const ask = (accept: string) => pageOf(services, "/", { method, headers: { accept } })
    const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8")
    assert.deepStrictEqual([browser.status, browser.headers.get("location"), browser.text], [302, "docs", ""])
    const other = await ask("*/*")
    assert.strictEqual(other.status, 404)
    assert.strictEqual(other.headers.get("content-type"), "application/json")
    if (method === "GET") assert.include(JSON.parse(other.text).error.message, "/docs")
    assert.isNotNull(other.headers.get("x-request-id"))
  })

  it.each(["/docs", "/"])("is not there unless it is provided: %s", async (path) => {
    const { status, text } = await pageOf(layerServices(), path, { headers: { accept: "text/html" } })
    assert.deepStrictEqual([status, text], [404, ""])
  })
})
