// Sources of the programs that run the suite, one form per kind of runtime. They import packages, never sources.
import { build } from "esbuild"
import type { Fixture } from "../fixture/server.ts"
import type { Project } from "../projects/project.ts"

/** The context of one run. */
export interface Place {
  readonly fixture: Fixture
  /** A project that has the published packages installed, with the suite beside them. */
  readonly project: Project
  readonly name: string
  readonly transport: "fetch" | "node"
}

const imports = ({ transport }: Place) => `
import { createClient } from "@leadline/transport-${transport}"
import { check } from "./suite/check.ts"
`

const checking = ({ fixture, name }: Place) =>
  `check({
  baseUrl: "${fixture.origin}/${name}",
  isBrowser: false,
  createClient
})`

/** For Node, Deno and Bun: prints the report, and must end by itself. */
export const command = (place: Place): string => `${imports(place)}
console.log(JSON.stringify(await ${checking(place)}))
`

/** For workerd: responds with the report. Its first clients are made outside any request and serve several. */
export const worker = (place: Place): string => `${imports(place)}
const baseUrl = "${place.fixture.origin}/${place.name}/900-plain"
const clients = {
  "/shared": createClient({ baseUrl, maxRetries: 0 }),
  "/limited": createClient({ baseUrl, maxRetries: 0, concurrency: 1 })
}

export default {
  async fetch(request) {
    const client = clients[new URL(request.url).pathname]
    if (client === undefined) return Response.json(await ${checking(place)})
    try {
      return new Response((await client.models.list({ timeout: 20_000 })).object)
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  }
}
`

/**
 * For a page and its workers, which load the same module: a client is refused in each of them unless it is allowed. Then
 * the suite runs in the page or in its worker, and the page posts the report.
 */
export const page = (place: Place, isInWorker: boolean): string => `${imports(place)}
const refused = () => {
  try {
    createClient({ baseUrl: "http://127.0.0.1:9" })
    return "allowed"
  } catch (error) {
    return error.message
  }
}
// A browser may load a page twice: each load is a run of its own.
const run = "${place.name}-" + crypto.randomUUID()
const checked = () => check({
  baseUrl: "${place.fixture.origin}/" + run,
  isBrowser: true,
  createClient: (options) => createClient({ ...options, dangerouslyAllowBrowser: true })
})

const answer = async (port, question) => port.postMessage(question === "check" ? await checked() : refused())
const asked = (port, listener, question) => new Promise((resolve) => {
  listener.onmessage = ({ data }) => resolve(data)
  port.postMessage(question)
})
const main = async () => {
  const worker = new Worker("/${place.name}.js", { type: "module" })
  const shared = new SharedWorker("/${place.name}.js", { type: "module" })
  await navigator.serviceWorker.register("/${place.name}.js", { type: "module" })
  const { active } = await navigator.serviceWorker.ready
  navigator.serviceWorker.startMessages()
  const said = {
    "a page": refused(),
    "a worker": await asked(worker, worker, "refused"),
    "a shared worker": await asked(shared.port, shared.port, "refused"),
    "a service worker": await asked(active, navigator.serviceWorker, "refused")
  }
  const failed = Object.entries(said)
    .filter(([, message]) => !message.includes("dangerouslyAllowBrowser"))
    .map(([name, message]) => ({ name: name + " is refused a client", message }))
  const report = await ${isInWorker ? 'asked(worker, worker, "check")' : "checked()"}
  return { passed: report.passed, failed: [...failed, ...report.failed] }
}
if (self.document === undefined) {
  self.onmessage = ({ data, source }) => answer(source ?? self, data)
  self.onconnect = ({ ports: [port] }) => (port.onmessage = ({ data }) => answer(port, data))
} else {
  removeEventListener("error", broken)
  main().then(tell, broken)
}
`

/** The page. Errors before the script starts are posted, too. */
export const html = ({ fixture, name }: Place): string => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script>
const tell = (report) => fetch("${fixture.origin}/${name}/report", { method: "POST", body: JSON.stringify(report) })
const broken = ({ message }) => tell({ passed: 0, failed: [{ name: "the page", message: String(message) }] })
addEventListener("error", broken)
</script>
<script type="module" src="/${name}.js"></script>
`

/** Bundles a program into one module. */
export const bundle = async ({ name, project }: Place, contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir: project.cwd, sourcefile: `${name}.ts` },
    absWorkingDir: project.cwd,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    logLevel: "silent",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}
