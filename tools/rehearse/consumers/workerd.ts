// workerd: a worker of one file, as a deploying tool bundles it.
// Source: none; Assumed: ours.
import { existsSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { must, start } from "./command.ts"
import { checkOutcomes } from "./outcomes.ts"
import * as modules from "./programs.ts"
import { npmProject } from "./project.ts"
import { type Consumer, consumer } from "./result.ts"
import { sharedService } from "./service.ts"
import { checkNpmTree } from "./tree.ts"
import { programs, tools } from "./versions.ts"

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const config = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .consumer),
    (name = "internet", network = (allow = ["private"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const consumer :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "out/worker.js")],
  compatibilityDate = "2026-07-01",
  globalOutbound = "internet"
);
`

/** The worker's answer, once it listens. */
const answerOf = async (url: string): Promise<Response> => {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(url)
    } catch (error) {
      if (tries === 400) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

/** A worker. */
export const workerd: Consumer = consumer("workerd", false, async (look, release, directory) => {
  const { service } = await sharedService(release, directory)
  const others = [`esbuild@${tools.esbuild}`]
  const project = await npmProject(release, directory, { ours: ["transport-fetch"], others })
  await checkNpmTree(look, release, project)
  project.write("worker.js", modules.worker({ ...service, transport: "fetch" }))
  const bundle = join(directory, "out/worker.js")
  await look("bundles", async () => {
    const flags = ["--bundle", "--format=esm", "--target=es2024", "--conditions=workerd,worker,browser"]
    await must(["npx", "esbuild", "worker.js", ...flags, "--minify", "--outdir=out"], project)
    return `${Math.round(statSync(bundle).size / 1024)} KiB`
  })
  if (!existsSync(bundle)) return
  const port = await freePort()
  project.write("worker.capnp", config(port))
  const server = start([programs.workerd, "serve", "worker.capnp"], project)
  try {
    await checkOutcomes(look, "the worker", async () => {
      const answer = await server.until(answerOf(`http://127.0.0.1:${port}`))
      if (answer.status === 200) return answer.json()
      throw new Error(`${answer.status}: ${await answer.text()}`)
    })
  } finally {
    server.kill()
  }
})
