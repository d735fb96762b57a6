// A project of a worker: bundled to one file as for deployment, run in workerd.
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../../ports.ts"
import { answerOf, workerConfig } from "../processes/workerd.ts"
import { must, start } from "../processes/command.ts"
import { checkOutcomes } from "../projects/outcomes.ts"
import * as modules from "../projects/programs.ts"
import { npmProject } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { sharedService } from "../projects/service.ts"
import { checkNpmTree } from "../projects/tree.ts"
import { programs, tools } from "../projects/versions.ts"

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
  if (!existsSync(bundle)) return project
  const port = await freePort()
  project.write("worker.capnp", workerConfig({ port, module: "out/worker.js", date: "2026-07-01" }))
  const server = start([programs.workerd, "serve", "worker.capnp"], project)
  try {
    await checkOutcomes(look, "the worker", async () => {
      const answer = await server.until(answerOf(`http://127.0.0.1:${port}`, 400))
      if (answer.status === 200) return answer.json()
      throw new Error(`${answer.status}: ${await answer.text()}`)
    })
  } finally {
    server.kill()
  }
  return project
})
