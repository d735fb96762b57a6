// The suite in headless Chromium, from a page of another origin than the service.
import { openPage } from "../processes/chromium.ts"
import type { Report } from "../suite/check.ts"
import { bundle, type Place } from "./place.ts"
import * as programs from "./programs.ts"

/** Checks the suite in a page, or in a worker of one. */
export const chromium = (where: programs.Place) => async (place: Place) => {
  const { fixture, name, project, settings } = place
  const workerPath = `/${name}-worker.js`
  fixture.files.set(workerPath, await bundle(place, `${name}-worker`, programs.webWorker(settings)))
  fixture.files.set(`/${name}.js`, await bundle(place, name, programs.page(settings, where, workerPath)))
  fixture.files.set(`/${name}.html`, programs.html(settings, `/${name}.js`))
  const url = `${fixture.elsewhere}/${name}.html`
  const report: Report = JSON.parse(await openPage(url, fixture.report(name), project))
  return report
}
