// The page in headless Chromium, on a phone and on a desk, light and dark: it works, is accessible, and recovers.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { slowService } from "../slowService.ts"
import { faults, launch, missing, visit } from "./browser.ts"
import { open, results } from "./serve.ts"
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

  it("weighs at most 120 kB compressed", async () => {
    const { context, page } = await visitAt(1280, 800)
    await page.waitForLoadState("networkidle")
    const paths = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
    let weight = 0
    for (const path of [running.origin, ...new Set(paths)])
      weight += gzipSync(await (await context.request.get(path)).body()).length
    await context.close()
    assert.isAtMost(weight, 120_000)
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
})
