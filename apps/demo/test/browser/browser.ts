// Headless Chromium, which records console errors and requests to other origins.
import axe from "axe-core"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { chromiumProgram, noChromium } from "../../../../packages/lab/src/runtimes/projects/versions.ts"

/** Why there is no browser, or undefined: there is one. */
export const missing = chromiumProgram === undefined ? noChromium : undefined
if (missing !== undefined) console.log(`No page is looked at: ${missing}`)

/** Starts it. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram ?? "",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
  })

/** Opens the page. `wrong` collects console errors and requests to other origins. */
export const visit = async (
  browser: Browser,
  address: string,
  options: Parameters<Browser["newContext"]>[0] = {}
): Promise<{ readonly page: Page; readonly context: BrowserContext; readonly wrong: Array<string> }> => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options })
  context.setDefaultTimeout(30_000)
  const wrong: Array<string> = []
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text())
  })
  context.on("weberror", (error) => wrong.push(String(error.error())))
  context.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url())
    if (asked !== new URL(address).origin && protocol !== "data:" && protocol !== "blob:")
      wrong.push(`asked ${request.url()}`)
  })
  const page = await context.newPage()
  await page.goto(address)
  return { page, context, wrong }
}

/** Rules of accessibility that a page breaks, and where, by axe. */
export const faults = async (page: Page, rules: axe.RunOptions = {}) => {
  await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const { axe: checker } = globalThis as unknown as { readonly axe: typeof axe }
    const { violations } = await checker.run(options)
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 200)}`)
    )
  }, rules)
}

/** Those of them that keep readers from reading. */
export const seriousFaults = async (page: Page) =>
  (await faults(page)).filter((what) => /^(serious|critical) /.test(what))
