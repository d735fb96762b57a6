// Where things stand on the page, in headless Chromium: nothing that is needed first lies outside the window.
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launch, missing, open, visit } from "./browser.ts"
import { openTab, tabs } from "./tabUses.ts"

/** The rectangle of the first element that a selector finds, in the open tab. */
const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) ?? assert.fail(`${selector} is not shown`)

describe.skipIf(missing !== undefined)("the layout of the page", () => {
  let browser: Browser
  let running: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    ;[browser, running] = await Promise.all([launch(), open()])
  })
  afterAll(async () => {
    await browser.close()
    await running.close()
  })

  const visitAt = (width: number, height: number) =>
    visit(browser, running.origin, { viewport: { width, height } })

  it("shows the button that gets answers without scrolling, at 1280 x 800", async () => {
    const { context, page } = await visitAt(1280, 800)
    await openTab(page, "Decisions")
    const { height, y } = await boxOf(page, "[role=tabpanel]:not([hidden]) button[type=submit]")
    assert.isAtMost(y + height, 800)
    await context.close()
  })

  it("shows every tab at 400 pixels", async () => {
    const { context, page } = await visitAt(400, 800)
    for (const { title } of tabs) {
      const { width, x } = await boxOf(page, `role=tab[name="${title}"]`)
      assert.isAtLeast(x, 0, title)
      assert.isAtMost(x + width, 400, title)
    }
    await context.close()
  })

  it("leaves space between a button and the heading after it", async () => {
    const { context, page } = await visitAt(1280, 3_000)
    await openTab(page, "Keys and skills")
    for (const [button, heading] of [
      ["Create key", "Keys created in this session"],
      ["Upload skill", "Uploaded skills"]
    ] as const) {
      const above = await boxOf(page, `role=button[name="${button}"]`)
      const below = await boxOf(page, `role=heading[name="${heading}"]`)
      assert.isAtLeast(below.y - above.y - above.height, 16, heading)
    }
    await context.close()
  })
})
