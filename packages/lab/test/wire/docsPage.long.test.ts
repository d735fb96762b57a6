// The page of the OpenAPI document, as a browser gets it.
import { layerDocsPage } from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { assert, it } from "vitest"
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

const withPage = Layer.merge(layerServices(), layerDocsPage)

it("is HTML without a key, whose policy runs its own three scripts and loads nothing from elsewhere", async () => {
  const { headers, status, text } = await pageOf(withPage)
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
  // For readers without scripts.
  assert.match(text, /<body>\s*<noscript>[^<]*<a href="openapi\.json">openapi\.json<\/a>/)
  const head = await pageOf(withPage, "/docs", { method: "HEAD" })
  assert.strictEqual(head.headers.get("content-length"), headers.get("content-length"))
})

const ask = (accept: string) => pageOf(withPage, "/", { headers: { accept } })

it("is where / leads a browser; others get the error object", async () => {
  const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8")
  assert.deepStrictEqual([browser.status, browser.headers.get("location"), browser.text], [302, "docs", ""])
  const other = await ask("*/*")
  assert.strictEqual(other.status, 404)
  assert.include(JSON.parse(other.text).error.message, "/docs")
})

it("is not there unless it is provided", async () => {
  const { status, text } = await pageOf(layerServices(), "/docs", { headers: { accept: "text/html" } })
  assert.deepStrictEqual([status, text], [404, ""])
})
