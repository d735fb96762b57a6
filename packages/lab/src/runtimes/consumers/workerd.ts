// A project of a worker: bundled to one file as for deployment; the suite runs from it in workerd.
import { statSync } from "node:fs"
import { join } from "node:path"
import { must } from "../../runningProgram.ts"
import * as modules from "../projects/programs.ts"
import { npmProject } from "../projects/project.ts"
import { checkNpmTree } from "../projects/tree.ts"
import { tools } from "../projects/versions.ts"
import { type Consumer, consumer } from "./consumer.ts"

/** A worker. */
export const workerd: Consumer = consumer("workerd", async (look, release, directory) => {
  const others = [`esbuild@${tools.esbuild}`]
  const project = await npmProject(release, directory, { ours: ["transport-fetch"], others })
  await checkNpmTree(look, release, project)
  const service = { apiKey: "", baseUrl: "http://127.0.0.1:9" }
  project.write("worker.js", modules.command({ ...service, transport: "fetch" }))
  await look("bundles", async () => {
    const flags = ["--bundle", "--format=esm", "--target=es2024", "--conditions=workerd,worker,browser"]
    await must(["npx", "esbuild", "worker.js", ...flags, "--minify", "--outdir=out"], project)
    return `${Math.round(statSync(join(directory, "out/worker.js")).size / 1024)} KiB`
  })
  return project
})
