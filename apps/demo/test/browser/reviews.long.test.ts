// The page of reviews in headless Chromium, on a phone and a desktop: labelled by keys alone.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launch, missing, visit } from "./browser.ts"
import { open, results } from "./serve.ts"

describe.skipIf(missing !== undefined)("the page of reviews", () => {
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

  it.each([375, 1440])("labels by keys, and shows no probability before that: %i px", async (width) => {
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
  })
})
