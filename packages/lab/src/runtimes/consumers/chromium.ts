// A project of Vite, whose page is built; the suite runs from it in Chromium.
import { globSync, statSync } from "node:fs"
import { join } from "node:path"
import { must } from "../../runningProgram.ts"
import * as modules from "../projects/programs.ts"
import { npmProject } from "../projects/project.ts"
import { checkNpmTree } from "../projects/tree.ts"
import { tools } from "../projects/versions.ts"
import { type Consumer, consumer } from "./consumer.ts"

const html = `<!doctype html>
<script type="module" src="/main.ts"></script>
`

/** A page of a project of Vite. */
export const chromium: Consumer = consumer("chromium", async (look, release, directory) => {
  const others = [`vite@${tools.vite}`]
  const project = await npmProject(release, directory, { ours: ["transport-fetch"], others })
  await checkNpmTree(look, release, project)
  project.write("index.html", html)
  const service = { apiKey: "", baseUrl: "http://127.0.0.1:9" }
  project.write("main.ts", modules.typed({ ...service, transport: "fetch", isBrowser: true }))
  await look("vite builds", async () => {
    await must(["npx", "vite", "build"], project)
    const files = globSync("dist/assets/*.js", { cwd: directory })
    const sizes = files.map((each) => statSync(join(directory, each)).size)
    return `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KiB`
  })
  return project
})
