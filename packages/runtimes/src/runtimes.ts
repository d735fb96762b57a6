// How each runtime checks the suite.
// Source: none; Assumed: ours. Versions are those of package.json.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { rolldown } from "rolldown"
import type { Fixture } from "./fixture/server.ts"
import { launch } from "./launch.ts"
import * as programs from "./programs.ts"
import type { Report } from "./suite/check.ts"

/** Where one run takes place. */
export interface Place {
  readonly fixture: Fixture
  /** A project that has the packed packages installed, with the suite beside them. */
  readonly project: string
  readonly told: programs.Told
  readonly name: string
}

/** One runtime, or one form of it. */
export interface Runtime {
  readonly name: string
  readonly transports: ReadonlyArray<programs.Told["transport"]>
  /** Belongs to the short form too. */
  readonly isShort: boolean
  /** Why it cannot run here. */
  readonly missing?: string | undefined
  readonly run: (place: Place) => Promise<Report>
}

/** Longer than a whole run takes on a slow machine. */
const patience = 240_000

const bin = (name: string) => join(import.meta.dirname, "../node_modules", name)

const command =
  (...start: ReadonlyArray<string>) =>
  async (place: Place) => {
    const file = `${place.name}.ts`
    writeFileSync(join(place.project, file), programs.command(place.told))
    const printed = await launch([...start, file], place.project, patience).output
    const report: Report = JSON.parse(printed.trim().split("\n").at(-1) ?? "")
    return report
  }

const bundle = async (place: Place, name: string, text: string) => {
  const input = join(place.project, `${name}.ts`)
  // Both are plain JavaScript but for the suite they import.
  writeFileSync(input, text)
  const build = await rolldown({ input, cwd: place.project, platform: "neutral", logLevel: "silent" })
  const { output } = await build.generate({ format: "esm", codeSplitting: false })
  await build.close()
  return output[0].code
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const config = (name: string, port: number, date: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .suite),
    (name = "internet", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const suite :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${name}.js")],
  compatibilityDate = "${date}",
  globalOutbound = "internet"
);
`

const answerOf = async (url: string): Promise<Response> => {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(url)
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

const workerd = (date: string) => async (place: Place) => {
  const { name, project, told } = place
  const port = await freePort()
  writeFileSync(join(project, `${name}.js`), await bundle(place, name, programs.worker(told)))
  writeFileSync(join(project, `${name}.capnp`), config(name, port, date))
  const server = launch([bin(".bin/workerd"), "serve", `${name}.capnp`], project, patience)
  const origin = `http://127.0.0.1:${port}`
  try {
    const suite = async (): Promise<Report> => {
      const first = await (await answerOf(`${origin}/call`)).text()
      const both = await Promise.all([answerOf(`${origin}/call`), answerOf(`${origin}/call`)])
      const said = [first, ...(await Promise.all(both.map((response) => response.text())))]
      const message = said.find((each) => each !== "list")
      const report: Report = await (await fetch(origin)).json()
      const fact = "a client made outside a request serves several requests"
      return message === undefined
        ? { ...report, passed: report.passed + 1 }
        : { ...report, failed: [...report.failed, { name: fact, message }] }
    }
    const ended = server.output.then(() => Promise.reject(new Error("it has ended")))
    return await Promise.race([suite(), ended])
  } finally {
    server.kill()
  }
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

const chromiumPath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

const chromium = (inWorker: boolean) => async (place: Place) => {
  const { fixture, name, told } = place
  fixture.files.set(`/${name}.js`, await bundle(place, name, programs.page(told, inWorker)))
  fixture.files.set("/worker.js", await bundle(place, "worker", programs.webWorker(told)))
  fixture.files.set(`/${name}.html`, programs.html(told, `/${name}.js`))
  const profile = mkdtempSync(join(tmpdir(), "leadline-chromium-"))
  const url = `${fixture.elsewhere}/${name}.html`
  const browser = launch(
    [chromiumPath, ...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0", url],
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

const deno = [
  bin(".bin/deno"),
  "run",
  "--no-prompt",
  "--cached-only",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1"
]

const noChromium = existsSync(chromiumPath)
  ? undefined
  : `${chromiumPath} is not there: install chromium, or name another in CHROMIUM`

/** All of them, the pinned Node first. */
export const runtimes: ReadonlyArray<Runtime> = [
  { name: "node-26", transports: ["fetch", "node"], isShort: true, run: command(process.execPath) },
  { name: "node-24", transports: ["fetch", "node"], isShort: false, run: command(bin("node24/bin/node")) },
  { name: "node-22", transports: ["fetch", "node"], isShort: true, run: command(bin("node22/bin/node")) },
  { name: "deno", transports: ["fetch"], isShort: true, run: command(...deno) },
  { name: "bun", transports: ["fetch"], isShort: true, run: command(bin(".bin/bun"), "run") },
  { name: "workerd", transports: ["fetch"], isShort: true, run: workerd("2026-07-01") },
  { name: "workerd-2024", transports: ["fetch"], isShort: false, run: workerd("2024-01-01") },
  {
    name: "chromium",
    transports: ["fetch"],
    isShort: true,
    missing: noChromium,
    run: chromium(false)
  },
  {
    name: "chromium-worker",
    transports: ["fetch"],
    isShort: false,
    missing: noChromium,
    run: chromium(true)
  }
]
