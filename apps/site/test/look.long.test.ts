// The built site in headless Chromium, on a phone and on a desk, light and dark: `npm run site` builds it.
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import axe from "axe-core"
import { type Browser, chromium } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { chromiumProgram } from "../../../packages/lab/src/runtimes/projects/versions.ts"
import { addressOf, documents } from "../tools/pages.ts"
import { built, serveSite } from "./support/serveSite.ts"

const hasChromium = chromiumProgram !== undefined
if (!hasChromium) console.log("The site is not looked at: there is no Chromium")

/** Screenshots of the last run; git ignores them. */
const results = join(import.meta.dirname, "../.results")

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

const windows = [375, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme }))
)

describe.skipIf(!hasChromium)("the site", () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveSite>>
  beforeAll(async () => {
    assert.isTrue(existsSync(join(built, "index.html")), "npm run site builds it")
    mkdirSync(results, { recursive: true })
    ;[browser, site] = await Promise.all([
      chromium.launch({
        executablePath: chromiumProgram ?? "",
        args: [
          "--no-sandbox",
          "--disable-gpu",
          "--disable-background-networking",
          "--disable-component-update"
        ]
      }),
      serveSite()
    ])
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })

  /** A page, and what is wrong with it: console errors and requests to elsewhere. */
  const open = async ({ colorScheme, width }: (typeof windows)[number], javaScriptEnabled = true) => {
    const context = await browser.newContext({
      colorScheme,
      javaScriptEnabled,
      reducedMotion: "reduce",
      viewport: { width, height: 900 }
    })
    const wrong: Array<string> = []
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") wrong.push(message.text())
    })
    context.on("weberror", (error) => wrong.push(String(error.error())))
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== site.origin && protocol !== "data:" && protocol !== "blob:")
        wrong.push(`asked ${request.url()}`)
    })
    return { context, page: await context.newPage(), wrong }
  }

  it.each(windows)(
    "has no error, no request to elsewhere and nothing hard to read at $width, $colorScheme",
    async (window) => {
      const { context, page, wrong } = await open(window)
      for (const path of close) {
        await page.goto(site.origin + path, { waitUntil: "networkidle" })
        const name = path.replaceAll("/", "_").replace(/\.html$/, "")
        await page.screenshot({ path: join(results, `${window.width}-${window.colorScheme}${name}.png`) })
        await page.addScriptTag({ content: axe.source })
        const found: ReadonlyArray<string> = await page.evaluate(async () => {
          // @ts-expect-error axe is a global of the page
          const { violations } = await globalThis.axe.run()
          return violations.flatMap((each: { id: string; impact: string; nodes: Array<{ html: string }> }) =>
            each.impact === "serious" || each.impact === "critical"
              ? each.nodes.map(({ html }) => `${each.impact} ${each.id}: ${html.slice(0, 200)}`)
              : []
          )
        })
        wrong.push(...found.map((each) => `${path}: ${each}`))
      }
      await context.close()
      assert.deepEqual(wrong, [])
    }
  )

  it("no page scrolls sideways on a phone", async () => {
    const { context, page, wrong } = await open({ width: 375, colorScheme: "light" }, false)
    for (const path of [
      ...close,
      "/changelog",
      "/decisions/",
      "/examples/programs/promises/every-error",
      ...documents.map(address)
    ]) {
      await page.goto(site.origin + path)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 375) wrong.push(`${path} is ${width} wide`)
    }
    await context.close()
    assert.deepEqual(wrong, [])
  })

  it("a result of the search leads to its page", async () => {
    const { context, page, wrong } = await open({ width: 1440, colorScheme: "light" })
    await page.goto(site.origin, { waitUntil: "networkidle" })
    await page.keyboard.press("/")
    await page.locator("#localsearch-input").fill("rotate a key")
    await page.locator(".results a").first().click()
    await page.waitForURL("**/guides/key-rotation*")
    await context.close()
    assert.deepEqual(wrong, [])
  })
})
