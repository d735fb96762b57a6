// The suite in workerd, as a worker.
// Source: none; Assumed: ours.
import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { launch } from "./launch.ts"
import { bin, bundle, patience, type Place } from "./place.ts"
import * as programs from "./programs.ts"
import type { Report } from "./suite/check.ts"

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

/** What `workerd` is called here. */
export const workerdProgram = bin(".bin/workerd")

/** Checks the suite in a worker, with today's behaviour or that of an old date. */
export const workerd = (age: keyof typeof dates) => async (place: Place) => {
  const { name, project, told } = place
  const form = dates[age]
  const port = await freePort()
  writeFileSync(join(project, `${name}.js`), await bundle(place, name, programs.worker(told)))
  writeFileSync(join(project, `${name}.capnp`), config(name, port, form))
  const server = launch([workerdProgram, "serve", `${name}.capnp`], project, patience)
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
