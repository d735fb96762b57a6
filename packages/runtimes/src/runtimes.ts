// How each runtime checks the suite.
// Source: none; Assumed: ours. Versions are those of package.json.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
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
  readonly program: string
  /** How to get the program. */
  readonly remedy: string
  /** The short form leaves it out where it is not installed. */
  readonly isOptional?: boolean
  readonly run: (place: Place) => Promise<Report>
}

/** Longer than a whole run takes on a slow machine. */
const patience = 240_000

/** The version a program tells of itself. Rejects, with what to do, when it cannot be started. */
export const versionOf = async ({ program, remedy }: Runtime): Promise<string> => {
  try {
    const told = await launch([program, "--version"], tmpdir(), 30_000).output
    return /\d+[.-][\d.-]*\d/.exec(told)?.[0] ?? told.trim()
  } catch (error) {
    throw new Error(`${program} cannot be started: ${String(error)}. ${remedy}`, { cause: error })
  }
}

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

/** What a worker may do with a client it made outside any request, by path. */
const sharing = {
  "/shared": "a client made outside a request serves several at once",
  "/limited": "so does a client with a limit of one exchange at a time"
}

/** Workers choose behaviour by a date. On the old one fewer promises reach the request they belong to. */
const dates = {
  new: { date: "2026-07-01", flags: "", sharing: Object.entries(sharing) },
  old: {
    date: "2024-01-01",
    // Else it tells of rejections before anybody could handle them.
    flags: 'compatibilityFlags = ["unhandled_rejection_after_microtask_checkpoint"],',
    sharing: Object.entries(sharing).slice(0, 1)
  }
}

const config = (
  name: string,
  port: number,
  { date, flags }: (typeof dates)["new"]
) => `using Workerd = import "/workerd/workerd.capnp";
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
  ${flags}
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

const textAt = async (url: string) => (await answerOf(url)).text()

const workerd = (form: (typeof dates)["new"]) => async (place: Place) => {
  const { name, project, told } = place
  const port = await freePort()
  writeFileSync(join(project, `${name}.js`), await bundle(place, name, programs.worker(told)))
  writeFileSync(join(project, `${name}.capnp`), config(name, port, form))
  const server = launch([bin(".bin/workerd"), "serve", `${name}.capnp`], project, patience)
  const origin = `http://127.0.0.1:${port}`
  try {
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
    const ended = server.output.then(() => Promise.reject(new Error("it has ended")))
    return await Promise.race([suite(), ended])
  } finally {
    server.kill()
  }
}

const chromiumProgram = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

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

const chromium = (where: programs.Place) => async (place: Place) => {
  const { fixture, name, told } = place
  const workerPath = `/${name}-worker.js`
  fixture.files.set(workerPath, await bundle(place, `${name}-worker`, programs.webWorker(told)))
  fixture.files.set(`/${name}.js`, await bundle(place, name, programs.page(told, where, workerPath)))
  fixture.files.set(`/${name}.html`, programs.html(told, `/${name}.js`))
  const profile = mkdtempSync(join(tmpdir(), "leadline-chromium-"))
  const url = `${fixture.elsewhere}/${name}.html`
  const browser = launch(
    [chromiumProgram, ...flags, `--user-data-dir=${profile}`, "--remote-debugging-port=0", url],
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

const denoFlags = [
  "run",
  "--no-prompt",
  "--cached-only",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1"
]

const installed = "It comes with the packages of this workspace: npm run setup"

const nodeWith = (name: string, program: string, isShort: boolean): Runtime => ({
  name,
  transports: ["fetch", "node"],
  isShort,
  program,
  remedy: installed,
  run: command(program)
})

const workerdOf = (name: string, form: keyof typeof dates, isShort: boolean): Runtime => ({
  name,
  transports: ["fetch"],
  isShort,
  program: bin(".bin/workerd"),
  remedy: installed,
  run: workerd(dates[form])
})

const chromiumAs = (name: string, place: programs.Place, isShort: boolean): Runtime => ({
  name,
  transports: ["fetch"],
  isShort,
  program: chromiumProgram,
  remedy:
    "Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name a Chromium or Chrome in CHROMIUM",
  isOptional: true,
  run: chromium(place)
})

/** All of them, the pinned Node first. */
export const runtimes: ReadonlyArray<Runtime> = [
  nodeWith("node-26", process.execPath, true),
  nodeWith("node-24", bin("node24/bin/node"), false),
  nodeWith("node-22", bin("node22/bin/node"), true),
  {
    name: "deno",
    transports: ["fetch"],
    isShort: true,
    program: bin(".bin/deno"),
    remedy: installed,
    run: command(bin(".bin/deno"), ...denoFlags)
  },
  {
    name: "bun",
    transports: ["fetch"],
    isShort: true,
    program: bin(".bin/bun"),
    remedy: installed,
    run: command(bin(".bin/bun"), "run")
  },
  workerdOf("workerd", "new", true),
  workerdOf("workerd-2024", "old", false),
  chromiumAs("chromium", "page", true),
  chromiumAs("chromium-worker", "worker", false),
  chromiumAs("chromium-service", "service worker", false)
]
