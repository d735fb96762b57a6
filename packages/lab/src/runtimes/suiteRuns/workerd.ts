// The suite in workerd, as a worker.
import { freePort } from "../../ports.ts"
import { pause } from "../../processes.ts"
import { start } from "../../runningProgram.ts"
import { programs as installed } from "../projects/versions.ts"
import type { Report } from "../suite/check.ts"
import { bundle, type Place } from "./place.ts"
import * as programs from "./programs.ts"

/** Facts about clients that a worker makes outside any request, by path. */
const sharing = {
  "/shared": "a client made outside a request serves several at once",
  "/limited": "so does a client with a limit of one exchange at a time"
}

/** Compatibility dates. With the old one, fewer promises resolve in the request they belong to. */
const dates = {
  new: { date: "2026-07-01", fields: "", sharing: Object.entries(sharing) },
  old: {
    date: "2024-01-01",
    // Otherwise it reports rejections before they can be handled.
    fields: 'compatibilityFlags = ["unhandled_rejection_after_microtask_checkpoint"],',
    sharing: Object.entries(sharing).slice(0, 1)
  }
}

/** A configuration with one worker, of one module beside it, that may call this machine. */
const configuration = (port: number, module: string, date: string, fields: string) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${module}")],
  compatibilityDate = "${date}",
  ${fields}
  globalOutbound = "internet"
);
`

/** The answer of a server that may not listen yet, within ten seconds. */
const textAt = async (url: string, tries = 200): Promise<string> => {
  try {
    return await (await fetch(url)).text()
  } catch (error) {
    if (tries === 0) throw error
    await pause(50)
    return textAt(url, tries - 1)
  }
}

/** Checks the suite in a worker, with today's behaviour or that of an old date. */
export const workerd = (age: keyof typeof dates) => async (place: Place) => {
  const { name, project, settings } = place
  const form = dates[age]
  const port = await freePort()
  project.write(`${name}.js`, await bundle(place, name, programs.worker(settings)))
  const { date, fields } = form
  project.write(`${name}.capnp`, configuration(port, `${name}.js`, date, fields))
  const server = start([installed.workerd, "serve", `${name}.capnp`], project)
  const origin = `http://127.0.0.1:${port}`
  const suite = async (): Promise<Report> => {
    const failed = []
    for (const [path, fact] of form.sharing) {
      const said = [await textAt(`${origin}${path}`)]
      said.push(...(await Promise.all(Array.from({ length: 12 }, () => textAt(`${origin}${path}`)))))
      const message = said.find((each) => each !== "list")
      if (message !== undefined) failed.push({ name: fact, message })
    }
    const report: Report = await (await fetch(origin)).json()
    const passed = report.passed + form.sharing.length - failed.length
    return { ...report, passed, failed: [...failed, ...report.failed] }
  }
  try {
    return await server.until(suite())
  } finally {
    server.kill()
  }
}
