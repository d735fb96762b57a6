// The page at /docs in headless Chromium: on a phone and on a desk, light and dark, and a request made by it.
import { apiKey, layerServices } from "@leadline/lab"
import * as OpenApi from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { serve } from "srvx"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { faults, launch, missing, results, visit } from "./browser.ts"

describe.skipIf(missing !== undefined)("the page at /docs", { timeout: 120_000 }, () => {
  const { dispose, handler } = toWebHandler(Layer.merge(layerServices(), OpenApi.layerDocsPage))
  const server = serve({ fetch: handler, hostname: "127.0.0.1", port: 0, silent: true })
  let browser: Browser
  const origin = () => (server.url ?? "").replace(/\/$/, "")

  beforeAll(async () => {
    browser = await launch()
    await server.ready()
  })
  afterAll(async () => {
    await browser.close()
    await server.close(true)
    await dispose()
  })

  it.each([
    { width: 375, colorScheme: "light" },
    { width: 1440, colorScheme: "dark" }
  ] as const)(
    "shows decisions first, without an error, a request to elsewhere or a serious fault of axe: $width, $colorScheme",
    async (window) => {
      const { context, page, wrong } = await visit(browser, `${origin()}/docs`, {
        colorScheme: window.colorScheme,
        viewport: { width: window.width, height: 900 }
      })
      await page.getByRole("heading", { level: 1, name: "Leadline" }).waitFor()
      await page.getByRole("heading", { name: "Decisions" }).first().waitFor()
      await page.screenshot({ path: join(results, `docs-${window.width}-${window.colorScheme}.png`) })
      await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
      await page.locator(".client-libraries-list").waitFor({ state: "attached" })
      const serious = (await faults(page)).filter(({ impact }) => impact !== "minor" && impact !== "moderate")
      await context.close()
      assert.deepEqual([...wrong, ...serious], [])
    }
  )

  it("asks this server with a key about the example", async () => {
    const { context, page, wrong } = await visit(browser, `${origin()}/docs`, {
      viewport: { width: 1440, height: 900 }
    })
    await page.getByPlaceholder("Token").filter({ visible: true }).first().fill(Redacted.value(apiKey))
    await page
      .getByRole("button", { name: /Test Request.*decisions/i })
      .filter({ visible: true })
      .first()
      .click()
    const answered = page.waitForResponse((response) => response.url() === `${origin()}/v1/decisions`)
    await page.getByRole("button", { name: /Send/ }).filter({ visible: true }).first().click()
    const response = await answered
    const sent: unknown = JSON.parse(response.request().postData() ?? "")
    await page.screenshot({ path: join(results, "docs-answer.png") })
    await context.close()
    assert.strictEqual(response.status(), 200)
    const content = OpenApi.document().paths["/v1/decisions"]?.post?.requestBody?.content["application/json"]
    assert.deepNestedPropertyVal(content, "examples.example.value", sent)
    assert.deepEqual(wrong, [])
  })
})
