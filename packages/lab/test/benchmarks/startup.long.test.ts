// What importing a built client costs: the modules it loads, and the time beside that of openai.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, beforeAll, it, vi } from "vitest"
import { clients, importTimes, loadedBy } from "../../src/benchmarks/startup/command.ts"

const root = join(import.meta.dirname, "../../../..")

beforeAll(() => {
  // A cold start compiles what it loads.
  vi.stubEnv("NODE_COMPILE_CACHE", undefined)
  for (const name of ["core", "transport-fetch", "transport-node"]) {
    const cwd = join(root, "packages", name)
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-b"], { cwd, stdio: "inherit" })
    execFileSync(process.execPath, [join(root, "tools/join.mjs")], { cwd, stdio: "inherit" })
  }
}, 120_000)

it("a client loads no server code", async () => {
  for (const client of clients) {
    const loaded = await loadedBy(client)
    const server = loaded.filter((url) =>
      /core\/dist\/(Server|Api|OpenApi)|effect\/dist\/(http-api\/|http\/Http)|\/handlers\.|platform-node\/dist\/Node/.test(
        url
      )
    )
    assert.deepStrictEqual(server, [], client)
  }
})

it.each(clients)("%s loads few modules, and neither undici nor parts of Node", async (client) => {
  const loaded = await loadedBy(client)
  assert.isAtMost(loaded.length, 186)
  assert.deepStrictEqual(
    loaded.filter((url) => url.startsWith("node:") || url.includes("/undici/")),
    []
  )
})

it("a cold import takes no more than a few times the processor time of openai's", async () => {
  const times = await importTimes([...clients, "openai"], 4)
  const openai = times.find(({ name }) => name === "openai")?.cpu ?? Number.NaN
  for (const { cpu, name } of times) assert.isAtMost(cpu, 3 * openai, name)
})
