// The mounts on Bun and Deno, and in their own servers, which pass a second argument of their own.
import { build } from "esbuild"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { start } from "../../src/runningProgram.ts"
import { programs } from "../../src/runtimes/projects/versions.ts"
import { mounts } from "./mounts.ts"

const program = `
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServices } from "../../src/index.ts"
import { check, init, mounts } from "./mounts.ts"

const { handler } = toWebHandler(layerServices())
const answer = (request, ...more) =>
  new URL(request.url).pathname === "/own" ? new Response("own") : handler(request, ...more)
const hostname = "127.0.0.1"
const { port } = "Deno" in globalThis
  ? Deno.serve({ hostname, port: 0, onListen: () => {} }, answer).addr
  : Bun.serve({ hostname, port: 0, fetch: answer })
const own = {
  name: "in its own server",
  start: async () => {
    const base = "http://127.0.0.1:" + port
    return { ask: (path, body) => fetch(base + path, init(body)), own: () => fetch(base + "/own"), end: async () => {} }
  }
}
for (const { name, start } of [own, ...mounts])
  await start().then(check).then(() => console.log("ok " + name), (error) => console.log("FAILED " + name + ": " + error))
console.log("all")
`

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    // For packages of CommonJS.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)'
    },
    format: "esm",
    platform: "node",
    conditions: ["@leadline/source"],
    logLevel: "silent",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

it.each([
  { name: "Bun", command: [programs.bun, "run"] },
  { name: "Deno", command: [programs.deno, "run", "--no-prompt", "--no-lock", "--allow-all"] }
])("$name mounts it in its own server and in those of others", async ({ command }) => {
  // Deno, run inside the workspace, may rewrite package.json.
  const cwd = mkdtempSync(join(tmpdir(), "leadline-mount-"))
  writeFileSync(join(cwd, "server.mjs"), await bundle())
  const server = start([...command, "server.mjs"], { cwd, env: process.env })
  try {
    const [said = ""] = await server.said(/[^]*\nall\n/)
    assert.deepEqual(said.match(/^FAILED.*/gm) ?? [], [])
    assert.lengthOf(said.match(/^ok /gm) ?? [], mounts.length + 1)
  } finally {
    server.kill()
    rmSync(cwd, { recursive: true })
  }
})
