// The page at /docs in headless Chromium: on a phone, light and dark, and on a desk a request made by it.
import { apiKey, layerServices } from "@leadline/lab"
import * as OpenApi from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launch, missing, seriousFaults, visit } from "./browser.ts"
import { serveHandler } from "./serve.ts"

describe.skipIf(missing !== undefined)("the page at /docs", { timeout: 120_000 }, () => {
  let browser: Browser
  let docs: Awaited<ReturnType<typeof serveHandler>>
  beforeAll(async () => {
    const { dispose, handler } = toWebHandler(Layer.merge(layerServices(), OpenApi.layerDocsPage))
    ;[browser, docs] = await Promise.all([launch(), serveHandler({ fetch: handler, close: dispose })])
  })
  afterAll(() => Promise.all([browser.close(), docs.close()]))

  it.each(["light", "dark"] as const)(
    "shows decisions on a phone, without a serious fault of axe: %s",
    async (scheme) => {
      const phone = { colorScheme: scheme, viewport: { width: 375, height: 900 } }
      const { context, page, wrong } = await visit(browser, `${docs.origin}/docs`, phone)
      await page.getByRole("heading", { level: 1, name: "Leadline" }).waitFor()
      await page.getByRole("heading", { name: "Decisions" }).first().waitFor()
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      await page.locator(".client-libraries-list").waitFor({ state: "attached" })
      assert.deepEqual([...wrong, ...(await seriousFaults(page))], [])
      await context.close()
    }
  )

  it("asks this server with a key about the example", async () => {
    const viewport = { width: 1440, height: 900 }
    const { context, page, wrong } = await visit(browser, `${docs.origin}/docs`, { viewport })
    const press = (name: RegExp) =>
      page.getByRole("button", { name }).filter({ visible: true }).first().click()
    await page.getByPlaceholder("Token").filter({ visible: true }).first().fill(Redacted.value(apiKey))
    await press(/Test Request.*decisions/i)
    const answered = page.waitForResponse((response) => response.url() === `${docs.origin}/v1/decisions`)
    await press(/Send/)
    const response = await answered
    const sent: unknown = JSON.parse(response.request().postData() ?? "")
    await context.close()
    assert.strictEqual(response.status(), 200)
    const content = OpenApi.document().paths["/v1/decisions"]?.post?.requestBody?.content["application/json"]
    assert.deepNestedPropertyVal(content, "examples.example.value", sent)
    assert.deepEqual(wrong, [])
  })
})
