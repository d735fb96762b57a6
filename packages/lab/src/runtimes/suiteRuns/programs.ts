// Sources of the programs that run the suite, one form per kind of runtime. They import packages, never sources.

/** Settings that are written into a program. */
export interface ProgramSettings {
  readonly transport: "fetch" | "node"
  readonly baseUrl: string
  /** The same on the origin that closes its connections. */
  readonly closingUrl: string
}

/** Where in a browser the suite runs. */
export type Place = "page" | "worker" | "service worker"

const imports = ({ transport }: ProgramSettings) => `
import { createClient, layerClient } from "@leadline/transport-${transport}"
import { check } from "./suite/check.ts"
`

const checking = ({ baseUrl, closingUrl }: ProgramSettings) =>
  `check({
  baseUrl: ${JSON.stringify(baseUrl)},
  closingUrl: ${JSON.stringify(closingUrl)},
  isBrowser: false,
  transport: { createClient, layerClient }
})`

/** For Node, Deno and Bun: prints the report, and must end by itself. */
export const command = (settings: ProgramSettings): string => `${imports(settings)}
console.log(JSON.stringify(await ${checking(settings)}))
`

/** For workerd: responds with the report. Its first clients are made outside any request and serve several. */
export const worker = (settings: ProgramSettings): string => `${imports(settings)}
const baseUrl = ${JSON.stringify(`${settings.baseUrl}/900-plain`)}
const clients = {
  "/shared": createClient({ baseUrl, maxRetries: 0 }),
  "/limited": createClient({ baseUrl, maxRetries: 0, concurrency: 1 })
}

export default {
  async fetch(request) {
    const client = clients[new URL(request.url).pathname]
    if (client === undefined) return Response.json(await ${checking(settings)})
    try {
      return new Response((await client.models.list({ timeout: 20_000 })).object)
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  }
}
`

/** A browser may load a page twice: each load is a run of its own. */
const checkingAllowed = ({ baseUrl, closingUrl }: ProgramSettings) => `(() => {
  const id = "-" + crypto.randomUUID()
  return check({
    baseUrl: ${JSON.stringify(baseUrl)} + id,
    closingUrl: ${JSON.stringify(closingUrl)} + id,
    isBrowser: true,
    transport: {
      createClient: (options) => createClient({ ...options, dangerouslyAllowBrowser: true }),
      layerClient: (options) => layerClient({ ...options, dangerouslyAllowBrowser: true })
    }
  })
})()`

const refusal = `
const refused = () => {
  try {
    createClient({ baseUrl: "http://127.0.0.1:9" })
    return "allowed"
  } catch (error) {
    return error.message
  }
}
`

/** For workers of a page: reports whether a client is refused there, then runs the suite if asked to. */
export const webWorker = (settings: ProgramSettings): string => `${imports(settings)}${refusal}
const answer = async (port, data) => port.postMessage(data === "refused" ? refused() : await ${checkingAllowed(settings)})
const serve = (port) => {
  port.onmessage = ({ data }) => answer(port, data)
}
if ("onconnect" in self) self.onconnect = ({ ports }) => serve(ports[0])
else if ("clients" in self) self.onmessage = (event) => event.waitUntil(answer(event.source, event.data))
else serve(self)
`

const reports: { readonly [P in Place]: (settings: ProgramSettings) => string } = {
  page: checkingAllowed,
  worker: () => 'asked(worker, worker, "check")',
  "service worker": () => 'service("check")'
}

/** For a page: checks that a client is refused in the page and its workers, runs the suite, and posts the report. */
export const page = (
  settings: ProgramSettings,
  place: Place,
  workerPath: string
): string => `${imports(settings)}${refusal}
const asked = (target, port, message) => new Promise((resolve, reject) => {
  target.onerror = () => reject(new Error("the worker does not start"))
  port.onmessage = ({ data }) => resolve(data)
  port.postMessage(message)
})
const path = ${JSON.stringify(workerPath)}
const service = async (message) => {
  await navigator.serviceWorker.register(path, { type: "module" })
  const { active } = await navigator.serviceWorker.ready
  navigator.serviceWorker.startMessages()
  return new Promise((resolve) => {
    navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
    active.postMessage(message)
  })
}
const shimmed = () => {
  globalThis.process = { versions: { node: "26.0.0" }, env: {} }
  const said = refused()
  delete globalThis.process
  return said
}
const main = async () => {
  const worker = new Worker(path, { type: "module" })
  const shared = new SharedWorker(path, { type: "module" })
  const said = {
    "a page": refused(),
    "a page with a shim of process": shimmed(),
    "a worker": await asked(worker, worker, "refused"),
    "a shared worker": await asked(shared, shared.port, "refused"),
    "a service worker": await service("refused")
  }
  const failed = Object.entries(said)
    .filter(([, message]) => !message.includes("dangerouslyAllowBrowser"))
    .map(([name, message]) => ({ name: name + " is refused a client", message }))
  const report = await ${reports[place](settings)}
  const passed = report.passed + Object.keys(said).length - failed.length
  return { ...report, passed, failed: [...failed, ...report.failed] }
}
loaded()
main().then(tell, (error) => tell({ passed: 0, failed: [{ name: "the page", message: String(error.stack) }], outcomes: {} }))
`

/** The page. Errors before the script starts are posted, too. */
export const html = ({ baseUrl }: ProgramSettings, script: string): string => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script>
const tell = (report) => fetch(${JSON.stringify(`${baseUrl}/report`)}, { method: "POST", body: JSON.stringify(report) })
const broken = ({ message }) => tell({ passed: 0, failed: [{ name: "the page", message: String(message) }], outcomes: {} })
const loaded = () => removeEventListener("error", broken)
addEventListener("error", broken)
</script>
<script type="module" src="${script}"></script>
`
