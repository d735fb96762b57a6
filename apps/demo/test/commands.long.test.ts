// The commands of the demo when they cannot start it.
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { spawn } from "node:child_process"
import { assert, describe, it } from "vitest"

const home = join(import.meta.dirname, "..")

/** Runs a program: its standard error and its exit code. */
const complaintOf = async (words: ReadonlyArray<string>, env: { readonly [name: string]: string } = {}) => {
  const child = spawn(process.execPath, words, {
    cwd: home,
    env: { ...process.env, LEADLINE_BASE_URL: "", ...env },
    stdio: ["ignore", "ignore", "pipe"]
  })
  let said = ""
  child.stderr.on("data", (bytes) => (said += bytes))
  const [code] = await once(child, "close")
  return { code, said }
}

const onNode = ["--conditions=@leadline/source", "src/node.ts"]

describe("the demo on Node", () => {
  it("says in one line that its port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const address = other.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const { code, said } = await complaintOf(onNode, { PORT: `${port}` })
    other.close()
    assert.equal(code, 1)
    assert.match(said, new RegExp(`^[^\n]*EADDRINUSE[^\n]*:${port}\n$`))
  })
})

it("the command of the demo names the runtimes there are", async () => {
  assert.deepEqual(await complaintOf(["tools/demo.mjs", "constructor"]), {
    code: 2,
    said: "constructor: no such runtime. There are node, deno, bun, workerd.\n"
  })
})
