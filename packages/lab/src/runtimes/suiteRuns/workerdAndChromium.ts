// The suite in runtimes without a command line: as a worker in workerd, from a page of another origin in headless Chromium.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../ports.ts"
import { holdsWithin } from "../../processes.ts"
import { Failure, start } from "../../runningProgram.ts"
import { chromiumProgram, noChromium, programs as installed } from "../projects/versions.ts"
import type { Report } from "../suite/check.ts"
import { bundle, html, page, type Place, worker } from "./programs.ts"

/** A configuration with one worker, of one module beside it, that may call this machine. */
const configuration = (port: number, module: string, compatibility: string) => `
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
  ${compatibility},
  globalOutbound = "internet"
);
`

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()

/**
 * Checks the suite in a worker of this compatibility, and that clients made outside any request serve several at once:
 * `/limited` has a limit of one exchange at a time.
 */
export const workerd =
  (compatibility: string, clients: ReadonlyArray<"/limited" | "/shared">) =>
  async (place: Place): Promise<Report> => {
    const { name, project } = place
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    project.write(`${name}.js`, await bundle(place, worker(place)))
    project.write(`${name}.capnp`, configuration(port, `${name}.js`, compatibility))
    const server = start([installed.workerd, "serve", `${name}.capnp`], project)
    const isUp = () =>
      textAt(`${origin}/shared`).then(
        () => true,
        () => false
      )
    const suite = async (): Promise<Report> => {
      await holdsWithin(10_000, isUp, 50)
      for (const path of clients) {
        const said = await Promise.all(Array.from({ length: 12 }, () => textAt(origin + path)))
        const wrong = said.find((each) => each !== "list")
        if (wrong !== undefined) throw new Failure(`${path}: ${wrong}`)
      }
      return (await fetch(origin)).json()
    }
    try {
      return await server.until(suite())
    } finally {
      server.kill()
    }
  }

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

/** Checks the suite in a page, or in a worker of one. */
export const chromium =
  (isInWorker: boolean) =>
  async (place: Place): Promise<Report> => {
    if (chromiumProgram === undefined) throw new Failure(noChromium)
    const { fixture, name, project } = place
    fixture.files.set(`/${name}.js`, await bundle(place, page(place, isInWorker)))
    fixture.files.set(`/${name}.html`, html(place))
    const profile = mkdtempSync(join(tmpdir(), "leadline-chromium-"))
    const url = `${fixture.elsewhere}/${name}.html`
    const browser = start([chromiumProgram, ...flags, `--user-data-dir=${profile}`, url], project)
    try {
      return JSON.parse(await browser.until(fixture.report(name)))
    } finally {
      browser.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
