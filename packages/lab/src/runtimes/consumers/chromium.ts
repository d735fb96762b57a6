// A project of Vite: a page in Chromium, or its bundle on Node where there is no Chromium.
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { extname, join } from "node:path"
import { text } from "node:stream/consumers"
import { serveHttp } from "../../ports.ts"
import { chromiumProgram, openPage } from "../processes/chromium.ts"
import { must, start } from "../processes/command.ts"
import { checkOutcomes } from "../projects/outcomes.ts"
import * as modules from "../projects/programs.ts"
import { npmProject, type Project } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { serve, sharedService } from "../projects/service.ts"
import { checkNpmTree } from "../projects/tree.ts"
import { tools } from "../projects/versions.ts"

const types: { readonly [extension: string]: string } = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css"
}

interface Pages {
  readonly origin: string
  /** The report that the page posts. */
  readonly report: Promise<string>
  readonly close: () => Promise<void>
}

/** Serves the files of a folder, and receives the page's report. */
const pagesOf = async (folder: string): Promise<Pages> => {
  const { promise: report, resolve: receive } = Promise.withResolvers<string>()
  const { close, url } = await serveHttp(async (request, response) => {
    if (request.method === "POST") {
      const body = await text(request)
      response.end()
      return receive(body)
    }
    const path = request.url === "/" ? "/index.html" : (request.url ?? "")
    const file = globSync("**/*.*", { cwd: folder }).find((each) => `/${each}` === path)
    if (file === undefined) return response.writeHead(404).end()
    response.writeHead(200, { "content-type": types[extname(file)] ?? "" })
    return response.end(readFileSync(join(folder, file)))
  })
  return { origin: url, report, close }
}

const html = `<!doctype html>
<html>
  <head>
    <link rel="icon" href="data:," />
    <script type="module" src="/main.ts"></script>
  </head>
</html>
`

/** The minimal `document` that a bundle of Vite needs without a browser. */
const neutral = (origin: string) => `const page = ${JSON.stringify(origin)}
globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) }
const { fetch } = globalThis
globalThis.fetch = (input, init) => fetch(input === "/report" ? page + input : input, init)
`

/** Runs the bundle on Node. */
const onNode = async (project: Project, { origin, report }: Pages): Promise<string> => {
  project.write("neutral.mjs", neutral(origin))
  const [bundle = ""] = globSync("dist/assets/*.js", { cwd: project.cwd })
  const program = start(["node", "--import=./neutral.mjs", bundle], project)
  try {
    return await program.until(report)
  } finally {
    program.kill()
  }
}

const canBrowse = existsSync(chromiumProgram)

const outcomesOf = (report: string): modules.Outcomes => {
  const outcomes: modules.Outcomes & { readonly error?: string } = JSON.parse(report)
  if (outcomes.error !== undefined) throw new Error(outcomes.error)
  return outcomes
}

/** A page of a project of Vite. */
export const chromium: Consumer = consumer("chromium", false, async (look, release, directory) => {
  const { project: server } = await sharedService(release, directory)
  const others = [`vite@${tools.vite}`]
  const project = await npmProject(release, directory, { ours: ["transport-fetch"], others })
  await checkNpmTree(look, release, project)
  const pages = await pagesOf(join(directory, "dist"))
  const service = await serve(server, [pages.origin])
  try {
    project.write("index.html", html)
    project.write("main.ts", modules.page({ ...service, transport: "fetch", isBrowser: true }))
    const isBuilt = await look("vite builds", async () => {
      await must(["npx", "vite", "build"], project)
      const sizes = globSync("dist/assets/*.js", { cwd: directory }).map(
        (each) => statSync(join(directory, each)).size
      )
      return `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)} KiB`
    })
    if (!isBuilt) return project
    const where = canBrowse ? "the page in Chromium" : "the bundle on Node (there is no Chromium)"
    await checkOutcomes(look, where, async () =>
      outcomesOf(await (canBrowse ? openPage(pages.origin, pages.report, project) : onNode(project, pages)))
    )
  } finally {
    await pages.close()
    await service.end()
  }
  return project
})
