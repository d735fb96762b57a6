// Headless Chromium: finds it, and opens a page until it has reported.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Setting, start } from "../../runningProgram.ts"

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** The browser in the variable CHROMIUM, else the first in a usual place. */
export const chromiumProgram = process.env["CHROMIUM"] ?? usual.find((path) => existsSync(path)) ?? "chromium"

/** No window, no background requests. */
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--remote-debugging-port=0"
]

/** Opens a page and waits for its report. Rejects when the browser ends before that, or when it takes too long. */
export const openPage = async <A>(url: string, report: Promise<A>, setting: Setting): Promise<A> => {
  const profile = mkdtempSync(join(tmpdir(), "leadline-chromium-"))
  const browser = start([chromiumProgram, ...flags, `--user-data-dir=${profile}`, url], setting)
  try {
    return await browser.until(report)
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
