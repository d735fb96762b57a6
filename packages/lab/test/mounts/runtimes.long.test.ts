// The handler of fetch in the servers of Bun and Deno, which pass it a second argument of their own.
import { build } from "esbuild"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { apiKey } from "../../src/index.ts"
import { start } from "../../src/runtimes/processes/command.ts"
import { programs } from "../../src/runtimes/projects/versions.ts"

const program = `
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServices } from "../../src/index.ts"

const { handler } = toWebHandler(layerServices())
const answer = (request, ...more) =>
  new URL(request.url).pathname === "/own" ? new Response("own") : handler(request, ...more)
const hostname = "127.0.0.1"
const { port } = "Deno" in globalThis
  ? Deno.serve({ hostname, port: 0, onListen: () => {} }, answer).addr
  : Bun.serve({ hostname, port: 0, fetch: answer })
console.log("port " + port)
`

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@leadline/source"],
    logLevel: "silent",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

const authorization = `Bearer ${Redacted.value(apiKey)}`
const messages = [{ role: "user", content: "High water" }]

it.each([
  { name: "Bun", command: [programs.bun, "run"] },
  { name: "Deno", command: [programs.deno, "run", "--no-prompt", "--no-lock", "--allow-all"] }
])("$name answers the contract and its own path", async ({ command }) => {
  // Deno, run inside the workspace, may rewrite package.json.
  const cwd = mkdtempSync(join(tmpdir(), "leadline-mount-"))
  writeFileSync(join(cwd, "server.mjs"), await bundle())
  const server = start([...command, "server.mjs"], { cwd, env: process.env })
  try {
    const [, port] = await server.said(/port (\d+)/)
    const base = `http://127.0.0.1:${port}`
    const ask = (body: object) =>
      fetch(`${base}/v1/sonar`, { method: "POST", headers: { authorization }, body: JSON.stringify(body) })
    assert.strictEqual((await fetch(`${base}/v1/models`)).status, 200)
    const chat = await ask({ model: "sonar", messages })
    assert.strictEqual(chat.status, 200)
    assert.include(await chat.text(), "High water")
    assert.match(await (await ask({ model: "sonar", messages, stream: true })).text(), /data: \[DONE\]\n\n$/)
    assert.strictEqual((await ask({ model: "sonar" })).status, 422)
    assert.strictEqual(await (await fetch(`${base}/own`)).text(), "own")
  } finally {
    server.kill()
    rmSync(cwd, { recursive: true })
  }
})
