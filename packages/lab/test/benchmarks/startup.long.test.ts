// What importing a built client loads. Its time is measured by `npm run lab -- bench import`.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { clients, loadedBy } from "../../src/benchmarks/startup/command.ts"
import { barrelsIn } from "./barrels.ts"

const root = join(import.meta.dirname, "../../../..")
const built = ["core", "transport-fetch", "transport-node"]

beforeAll(() => {
  for (const name of built) {
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

it.each(built)("built modules of %s import effect by subpaths", (name) => {
  const { barrels, files } = barrelsIn(`packages/${name}/dist/**/*.{js,d.ts}`)
  assert.isAbove(files, 0)
  assert.deepStrictEqual(barrels, [])
})
