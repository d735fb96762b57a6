// @modelcontextprotocol/conformance 0.2.0-alpha.12, unmodified, against `/mcp`: all that it checks of each version.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import { serveHttp } from "../../src/ports.ts"
import { key, running } from "./server.ts"

const program = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/conformance/dist/index.js"
)
const server = running()

let close = () => Promise.resolve()
const directory = mkdtempSync(join(tmpdir(), "leadline-mcp-"))
/** The command sends no key: this server puts it into each request. */
let withKey = ""
beforeAll(async () => {
  const proxy = await serveHttp((incoming, response) => {
    const outgoing = request(new URL(incoming.url ?? "", server.baseUrl), {
      method: incoming.method,
      headers: { ...incoming.headers, authorization: `Bearer ${key}` }
    })
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on("error", () => response.destroy())
    response.on("close", () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  withKey = proxy.url
  close = proxy.close
})
afterAll(async () => {
  await close()
  rmSync(directory, { recursive: true, force: true })
})

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Every check of a run. */
const checksOf = async (version: string): Promise<ReadonlyArray<Check>> => {
  const out = join(directory, version)
  const url = `${withKey}/mcp`
  const command = ["server", "--url", url, "--suite", "all", "--spec-version", version, "-o", out]
  const child = spawn(process.execPath, [program, ...command], { stdio: "ignore" })
  await once(child, "close")
  return globSync(join(out, "*/checks.json")).flatMap((file) => JSON.parse(readFileSync(file, "utf8")))
}

/** The suite wants tools, prompts and resources of its own, which a server that is in use does not have. */
const ofTheSuite = /'(test_|test:\/\/|json_schema_2020_12_tool)|^Not testable: /

/** The server has no prompts, no completions and no subscriptions, and asks nothing back. */
const notOffered = new Set([
  "completion-complete",
  "prompts-list",
  "resources-subscribe",
  "resources-unsubscribe",
  "sep-2549-prompts-list-caching-hints",
  "sep-2322-multi-round-r1",
  "sep-2322-reject-tampered-state"
])

it.each([
  ["2025-06-18", 20],
  ["2025-11-25", 40],
  ["2026-07-28", 85]
])("of version %s, what the server offers is as the protocol wants it", async (version, passing) => {
  const checks = await checksOf(version)
  const failed = checks
    .filter(
      ({ errorMessage = "", id, status }) =>
        status === "FAILURE" && !ofTheSuite.test(errorMessage) && !notOffered.has(id)
    )
    .map(({ errorMessage, id }) => `${id}: ${errorMessage}`)
  assert.strictEqual(failed.join("\n"), "")
  assert.isAtLeast(checks.filter(({ status }) => status === "SUCCESS").length, passing)
})
