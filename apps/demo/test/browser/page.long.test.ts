// The pages in headless Chromium, on a phone and on a desk, light and dark: they work, are accessible, and recover.
import { apiKey, layerServices } from "@leadline/lab"
import * as OpenApi from "@leadline/core/openapi"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { slowService } from "../slowService.ts"
import { faults, launch, missing, seriousFaults, visit } from "./browser.ts"
import { open, results, serveHandler } from "./serve.ts"
import { answered, openTab, press, uses } from "./uses.ts"

describe.skipIf(missing !== undefined)("the page", { timeout: 180_000 }, () => {
  let browser: Browser
  let running: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    mkdirSync(results, { recursive: true })
    ;[browser, running] = await Promise.all([launch(), open()])
  })
  afterAll(async () => {
    await browser.close()
    await running.close()
  })
  const visitAt = (width: number, height: number) =>
    visit(browser, running.origin, { viewport: { width, height } })

  it.each([375, 1440])("has six working, accessible tabs, %i pixels wide", async (width) => {
    const { context, page, wrong } = await visitAt(width, 800)
    const found: Array<string> = []
    for (const [title, use] of Object.entries(uses)) {
      await openTab(page, title)
      await use(page)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(results, `${title}-${width}-${colorScheme}.png`), fullPage: true })
        // In the dark scheme only colours differ.
        const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {}
        found.push(...(await faults(page, rules)).map((what) => `${title}, ${colorScheme}: ${what}`))
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`${title}: ${wide} pixels wide`)
    }
    await context.close()
    assert.deepEqual([...found, ...wrong], [])
  })

  it("works with the keyboard: Tab moves, Enter opens a tab and submits", async () => {
    const { context, page, wrong } = await visitAt(1280, 800)
    await page.getByRole("link", { name: "Decisions" }).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Faults" }).waitFor()
    assert.equal(new URL(page.url()).hash, "#errors")
    await page.goBack()
    await page.getByRole("button", { name: "Get answers", exact: true }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("3 answers.").waitFor()
    await context.close()
    assert.deepEqual(wrong, [])
  })

  it("reports a stopped demo server, and recovers when it is back", async () => {
    const first = await open()
    const { context, page, wrong } = await visit(browser, first.origin)
    const state = page.getByLabel("State: what the questions are about")
    await state.fill("The parcel never came.")
    await first.close()
    await press(page, "Get answers")
    await page.getByText("The demo server does not respond").waitFor()
    const second = await open({}, first.port)
    await press(page, "Try again")
    await page.getByText("The session has expired").first().waitFor()
    await press(page, "Reload page")
    await page.waitForLoadState("networkidle")
    assert.equal(await state.inputValue(), "The parcel never came.")
    await press(page, "Get answers")
    await answered(page, "Answers").getByText("3 answers.").waitFor()
    await context.close()
    await second.close()
    // The browser's own message for a failed request.
    for (const text of wrong) assert.match(text, /^Failed to load resource:/)
  })

  it("reports a stalled stream, cancels it, asks again, and shows Markdown without what is unsafe in it", async () => {
    const service = await slowService(
      ", but **whole**.\n\n# Head\n\n| a |\n| - |\n| b |\n\n[run](javascript:alert(1)) <script>alert(2)</script>" +
        '<b onclick="alert(3)" style="color:red">bold</b> ![outside](https://elsewhere.invalid/a.png)'
    )
    const other = await open(service.environment)
    const { context, page, wrong } = await visit(browser, other.origin)
    await openTab(page, "Chat")
    const conversation = page.getByRole("region", { name: "Conversation" })
    await press(page, "Ask")
    await conversation.getByText("Slowly").waitFor()
    await conversation.getByText(/No data for \d+ s\. Press Stop to cancel\./).waitFor()
    await press(page, "Stop")
    await service.left
    await conversation.getByText("Stopped after 1 event").waitFor()
    await press(page, "Ask")
    await conversation.getByText(/^Complete: /).waitFor()
    const answer = await conversation.locator(".answer").last().innerHTML()
    for (const part of ["<strong>whole</strong>", "<h4>Head</h4>", "<td>b</td>", "&lt;script&gt;"])
      assert.include(answer, part)
    assert.notMatch(answer, /<img|<script|<a|<b |elsewhere/)
    await context.close()
    await other.close()
    await service.close()
    assert.deepEqual(wrong, [])
  })

  it.each([375, 1440])(
    "labels reviews by keys, and shows no probability before that: %i px",
    async (width) => {
      const viewport = { width, height: 800 }
      const { context, page, wrong } = await visit(browser, `${running.origin}/reviews`, { viewport })
      /** A screenshot, on which nothing is beyond the window. */
      const shot = async (name: string) => {
        await page.screenshot({ path: join(results, `reviews-${name}-${width}.png`) })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.isAtMost(overflow, 0)
      }
      await page.getByRole("button", { name: "Next review" }).click()
      await page.getByText("No review is open.").waitFor()
      await page.getByRole("button", { name: "Add examples" }).click()
      await page.getByText("0 labelled on this page.").waitFor()
      // Reviews are written behind the answer.
      await page.locator("h1").click()
      const refund = page.getByRole("group", { name: "refund" })
      for (let look = 0; !(await refund.isVisible()) && look < 50; look++) {
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => !document.body.textContent?.includes("Loading"))
      }
      await page.getByText("I was charged twice for March").waitFor()
      await shot("open")
      assert.notMatch((await page.locator("body").textContent()) ?? "", /%|the model/)
      for (const key of ["1", "1", "3"]) await page.keyboard.press(key)
      const pressed = await page.locator("[aria-pressed=true]").allTextContents()
      assert.deepEqual(pressed, ["1 yes", "1 billing: Charges and refunds", "3 2: today"])
      await page.keyboard.press("Enter")
      await page.getByText("The policy left this row to you").waitFor()
      const compared = page.getByText(/you said .+, the model .+ with \d+\.\d %\. You (agree|differ)\./)
      assert.lengthOf(await compared.all(), 3)
      await page.getByText("1 labelled on this page.").waitFor()
      await shot("answers")
      assert.deepEqual(wrong, [])
      await context.close()
    }
  )
})

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
    const pressButton = (name: RegExp) =>
      page.getByRole("button", { name }).filter({ visible: true }).first().click()
    await page.getByPlaceholder("Token").filter({ visible: true }).first().fill(Redacted.value(apiKey))
    await pressButton(/Test Request.*decisions/i)
    const answering = page.waitForResponse((response) => response.url() === `${docs.origin}/v1/decisions`)
    await pressButton(/Send/)
    const response = await answering
    const sent: unknown = JSON.parse(response.request().postData() ?? "")
    await context.close()
    assert.strictEqual(response.status(), 200)
    const content = OpenApi.document().paths["/v1/decisions"]?.post?.requestBody?.content["application/json"]
    assert.deepNestedPropertyVal(content, "examples.example.value", sent)
    assert.deepEqual(wrong, [])
  })
})
