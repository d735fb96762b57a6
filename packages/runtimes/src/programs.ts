// The programs that check the suite, one form for each kind of runtime. They import packages, never sources.
// Source: none; Assumed: ours.

/** What every program must know. */
export interface Told {
  readonly transport: "fetch" | "node"
  readonly baseUrl: string
  readonly isShort: boolean
}

const imports = ({ transport }: Told) => `
import { createClient, layerClient } from "@leadline/transport-${transport}"
import { check } from "./suite/check.ts"
`

const checking = ({ baseUrl, isShort }: Told) =>
  `check({ baseUrl: ${JSON.stringify(baseUrl)}, isShort: ${isShort}, isBrowser: false, transport: { createClient, layerClient } })`

/** For Node, Deno and Bun: prints the report and must end by itself. */
export const command = (told: Told): string => `${imports(told)}
console.log(JSON.stringify(await ${checking(told)}))
`

/** For workerd: answers with the report. Its first client is made outside any request and serves several. */
export const worker = (told: Told): string => `${imports(told)}
const client = createClient({ baseUrl: ${JSON.stringify(`${told.baseUrl}/900-plain`)}, maxRetries: 0 })

export default {
  async fetch(request) {
    if (new URL(request.url).pathname !== "/call") return Response.json(await ${checking(told)})
    try {
      return new Response((await client.models.list()).object)
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  }
}
`

/** A browser may load a page twice: each time is a run of its own. */
const checkingAllowed = ({ baseUrl, isShort }: Told) => `check({
  baseUrl: ${JSON.stringify(`${baseUrl}-`)} + crypto.randomUUID(),
  isShort: ${isShort},
  isBrowser: true,
  transport: {
    createClient: (options) => createClient({ ...options, dangerouslyAllowBrowser: true }),
    layerClient: (options) => layerClient({ ...options, dangerouslyAllowBrowser: true })
  }
})`

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

/** For workers of a page: tells whether a client is refused there, then the report if asked for. */
export const webWorker = (told: Told): string => `${imports(told)}${refusal}
const serve = (port) => {
  port.onmessage = async ({ data }) => port.postMessage(data === "refused" ? refused() : await ${checkingAllowed(told)})
}
if ("onconnect" in self) self.onconnect = ({ ports }) => serve(ports[0])
else if ("clients" in self) self.onmessage = ({ source }) => source.postMessage(refused())
else serve(self)
`

/** For a page: posts the report, and first what the page and its workers say of a client nobody allowed. */
export const page = (told: Told, inWorker: boolean): string => `${imports(told)}${refusal}
const asked = (target, port, message) => new Promise((resolve, reject) => {
  target.onerror = () => reject(new Error("the worker does not start"))
  port.onmessage = ({ data }) => resolve(data)
  port.postMessage(message)
})
const service = async () => {
  const { promise, resolve } = Promise.withResolvers()
  navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
  navigator.serviceWorker.startMessages()
  await navigator.serviceWorker.register("/worker.js", { type: "module" })
  const { active } = await navigator.serviceWorker.ready
  active.postMessage("refused")
  return promise
}
const shimmed = () => {
  globalThis.process = { versions: { node: "26.0.0" }, env: {} }
  const said = refused()
  delete globalThis.process
  return said
}
const worker = new Worker("/worker.js", { type: "module" })
const shared = new SharedWorker("/worker.js", { type: "module" })
const said = {
  "a page": refused(),
  "a page with a shim of process": shimmed(),
  "a worker": await asked(worker, worker, "refused"),
  "a shared worker": await asked(shared, shared.port, "refused"),
  "a service worker": await service()
}
const failed = Object.entries(said)
  .filter(([, message]) => !message.includes("dangerouslyAllowBrowser"))
  .map(([name, message]) => ({ name: name + " is refused a client", message }))
const report = ${inWorker ? 'await asked(worker, worker, "check")' : `await ${checkingAllowed(told)}`}
tell({ passed: report.passed + Object.keys(said).length - failed.length, failed: [...failed, ...report.failed] })
`

/** The page itself. What breaks the script is told too: nobody sees its console. */
export const html = ({ baseUrl }: Told, script: string): string => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script>
const tell = (report) => fetch(${JSON.stringify(`${baseUrl}/report`)}, { method: "POST", body: JSON.stringify(report) })
const broken = (event) => tell({ passed: 0, failed: [{ name: "the page", message: String(event.message ?? event.reason?.stack) }] })
addEventListener("error", broken)
addEventListener("unhandledrejection", broken)
</script>
<script type="module" src="${script}"></script>
`
