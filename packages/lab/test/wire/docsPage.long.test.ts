// The page of the OpenAPI document, as a browser gets it.
import { layerDocsPage } from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { afterAll, assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"
import { request } from "../server/support.ts"

const { dispose, handler } = toWebHandler(Layer.merge(layerServices(), layerDocsPage))
afterAll(dispose)

it("is HTML without a key, whose policy runs its own three scripts and loads nothing from elsewhere", async () => {
  const response = await handler(request("/docs"))
  const { headers, status } = response
  const text = await response.text()
  assert.deepStrictEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"])
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
  // For readers without scripts.
  assert.match(text, /<body>\s*<noscript>[^<]*<a href="openapi\.json">openapi\.json<\/a>/)
})

const ask = (accept: string) => handler(request("/", { headers: { accept } }))

it("is where / leads a browser; others get the error object", async () => {
  const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8")
  assert.deepStrictEqual([browser.status, browser.headers.get("location")], [302, "docs"])
  const other = await ask("*/*")
  assert.strictEqual(other.status, 404)
  assert.include((await other.json()).error.message, "/docs")
})
