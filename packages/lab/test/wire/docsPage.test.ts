// The page of the OpenAPI document, as a browser gets it.
import { toWebHandler } from "@leadline/transport-fetch/server"
import { afterAll, assert, it } from "vitest"
import { layerServices } from "../../src/index.ts"

const { dispose, handler } = toWebHandler(layerServices())
afterAll(dispose)

it("the page is HTML without a key, under a policy that lets nothing be loaded or run", async () => {
  const response = await handler(new Request("http://localhost/docs"))
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8")
  assert.match(
    response.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; style-src 'unsafe-inline';/
  )
  assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
  assert.match(await response.text(), /^<!doctype html>[^]*POST \/v1\/decisions[^]*<\/html>\n$/)
})
