// The fetch handler in the servers of Bun and Deno, which pass a second argument of their own.
import { build } from "esbuild"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { newFolder } from "../../src/processes.ts"
import { start } from "../../src/runningProgram.ts"
import { programs } from "../../src/runtimes/projects/versions.ts"
import { chat, post } from "../server/support.ts"

const program = `
import { toWebHandler } from "@leadline/transport-fetch/server"
import { layerServices } from "../../src/index.ts"

const { handler } = toWebHandler(layerServices())
const hostname = "127.0.0.1"
const { port } = "Deno" in globalThis
  ? Deno.serve({ hostname, port: 0, onListen: () => {} }, handler).addr
  : Bun.serve({ hostname, port: 0, fetch: handler })
console.log("port " + port)
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
])("$name serves it", async ({ command }) => {
  // Deno, run inside the workspace, may rewrite package.json.
  const cwd = newFolder()
  writeFileSync(join(cwd, "server.mjs"), await bundle())
  const server = start([...command, "server.mjs"], { cwd, env: process.env })
  try {
    const [, port] = await server.said(/port (\d+)/)
    const ask = (stream: boolean) =>
      fetch(`http://127.0.0.1:${port}/v1/sonar`, post(chat("High water", stream)))
    assert.include(await (await ask(false)).text(), "High water")
    assert.match(await (await ask(true)).text(), /data: \[DONE\]\n\n$/)
  } finally {
    server.kill()
  }
})
