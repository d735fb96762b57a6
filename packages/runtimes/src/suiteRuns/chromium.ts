// The suite in headless Chromium, from a page of another origin than the service.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { launch } from "../launch.ts"
import { bundle, patience, type Place } from "./place.ts"
import * as programs from "./programs.ts"
import type { Report } from "../suite/check.ts"

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** The browser that CHROMIUM names, or the first in a usual place. */
export const chromiumProgram = process.env["CHROMIUM"] ?? usual.find((path) => existsSync(path)) ?? "chromium"

/** Without a window, and quiet. */
export const chromiumFlags = [
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

/** Checks the suite in a page, or in a worker of one. */
export const chromium = (where: programs.Place) => async (place: Place) => {
  const { fixture, name, told } = place
  const workerPath = `/${name}-worker.js`
  fixture.files.set(workerPath, await bundle(place, `${name}-worker`, programs.webWorker(told)))
  fixture.files.set(`/${name}.js`, await bundle(place, name, programs.page(told, where, workerPath)))
  fixture.files.set(`/${name}.html`, programs.html(told, `/${name}.js`))
  const profile = mkdtempSync(join(tmpdir(), "leadline-chromium-"))
  const url = `${fixture.elsewhere}/${name}.html`
  const browser = launch(
    [chromiumProgram, ...chromiumFlags, `--user-data-dir=${profile}`, url],
    place.project,
    patience
  )
  try {
    const ended = browser.output.then(() => Promise.reject(new Error("it has ended")))
    const report: Report = JSON.parse(await Promise.race([fixture.report(name), ended]))
    return report
  } finally {
    browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
