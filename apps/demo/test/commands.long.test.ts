// The commands of the demo when they cannot start it.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, it } from "vitest"
import { serveHttp } from "../../../packages/lab/src/ports.ts"

/** Runs a program: its standard error and its exit code. */
const complaintOf = async (words: ReadonlyArray<string>, env: { readonly [name: string]: string } = {}) => {
  const child = spawn(process.execPath, words, {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, LEADLINE_BASE_URL: "", ...env },
    stdio: ["ignore", "ignore", "pipe"]
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")])
  return { code, said }
}

it("the demo on Node says in one line that its port is in use", async () => {
  const { close, port } = await serveHttp(() => undefined)
  const onNode = ["--conditions=@leadline/source", "src/node.ts"]
  const { code, said } = await complaintOf(onNode, { PORT: `${port}` })
  await close()
  assert.equal(code, 1)
  assert.match(said, new RegExp(`^[^\n]*EADDRINUSE[^\n]*:${port}\n$`))
})

it("the command of the demo names the runtimes there are", async () => {
  assert.deepEqual(await complaintOf(["tools/demo.mjs", "constructor"]), {
    code: 2,
    said: "constructor: no such runtime. There are node, deno, bun, workerd.\n"
  })
})
