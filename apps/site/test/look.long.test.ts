// The built site in headless Chromium, on a phone and on a desk, light and dark: `npm run site` builds it.
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { launch, missing, seriousFaults, visit } from "../../demo/test/browser/browser.ts"
import { addressOf, documents } from "../tools/pages.ts"
import { built, serveSite } from "./support/serveSite.ts"

const address = (source: string) => `/${(addressOf(source) ?? "").replace(/^index$/, "")}`

/** A page of each kind, looked at closely. */
const close = [
  "/",
  "/guides/github-actions",
  "/settings",
  "/packages/core",
  "/reference/index.html",
  "/reference/modules/_leadline_core.decisions.html",
  "/reference/interfaces/_leadline_core.api.Endpoint.html"
]

describe.skipIf(missing !== undefined)("the site", () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveSite>>
  beforeAll(async () => {
    assert.isTrue(existsSync(join(built, "index.html")), "npm run site builds it")
    ;[browser, site] = await Promise.all([launch(), serveSite()])
  })
  afterAll(() => Promise.all([browser.close(), site.close()]))

  it.each([
    [375, "light"],
    [1440, "dark"]
  ] as const)(
    "has no error, no request to elsewhere and nothing hard to read at %i, %s",
    async (width, scheme) => {
      const window = { colorScheme: scheme, viewport: { width, height: 900 } }
      const { context, page, wrong } = await visit(browser, site.origin, window)
      for (const path of close) {
        await page.goto(site.origin + path, { waitUntil: "networkidle" })
        wrong.push(...(await seriousFaults(page)).map((each) => `${path}: ${each}`))
      }
      await context.close()
      assert.deepEqual(wrong, [])
    }
  )

  it("no page scrolls sideways on a phone", async () => {
    const phone = { viewport: { width: 375, height: 900 }, javaScriptEnabled: false }
    const { context, page, wrong } = await visit(browser, site.origin, phone)
    const others = ["/changelog", "/decisions/", "/examples/programs/promises/every-error"]
    for (const path of [...close, ...others, ...documents.map(address)]) {
      await page.goto(site.origin + path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 375) wrong.push(`${path} is ${width} wide`)
    }
    await context.close()
    assert.deepEqual(wrong, [])
  })

  it("a result of the search leads to its page", async () => {
    const { context, page, wrong } = await visit(browser, site.origin)
    const search = async () => {
      await page.keyboard.press("/")
      await page.locator("#localsearch-input").fill("rotate a key", { timeout: 1_000 })
    }
    // The page hears keys once its program runs.
    await vi.waitFor(search, { timeout: 60_000 })
    await page.locator(".results a").first().click()
    await page.waitForURL("**/guides/key-rotation*")
    await context.close()
    assert.deepEqual(wrong, [])
  })
})
