// What importing a built client loads, and that no module imports effect whole: a barrel would bring all of it into every client.
// The time of an import is measured by `npm run lab -- bench import`.
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { clients, printedBy } from "../../src/benchmarks/startup/command.ts"

const root = join(import.meta.dirname, "../../../..")
const built = ["core", "transport-fetch", "transport-node"]

beforeAll(() => {
  for (const name of built) {
    const cwd = join(root, "packages", name)
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-b"], { cwd, stdio: "inherit" })
    execFileSync(process.execPath, [join(root, "tools/join.mjs")], { cwd, stdio: "inherit" })
  }
}, 120_000)

/** The modules that an import loads, by their addresses. */
const loadedBy = async (name: string): Promise<ReadonlyArray<string>> =>
  JSON.parse(
    await printedBy(`import { registerHooks } from "node:module"
      const seen = []
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context) } })
      await import("${name}")
      console.log(JSON.stringify(seen))`)
  )

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

const barrel = /(?:\bfrom|\bimport)\s*\(?\s*["'](effect(?:\/http|\/http-api|\/sql)?)["']/

it.each(["packages/*/src/**/*.ts", ...built.map((name) => `packages/${name}/dist/**/*.{js,d.ts}`)])(
  "%s imports effect by subpaths",
  (pattern) => {
    const files = globSync(pattern, { cwd: root })
    assert.isNotEmpty(files)
    assert.deepStrictEqual(
      files.filter((file) => barrel.test(readFileSync(join(root, file), "utf8"))),
      []
    )
  }
)

it.each([
  'import { Effect } from "effect"',
  "import * as http from 'effect/http'",
  'await import("effect")',
  'import "effect/http-api"'
])("a barrel is seen in %s", (text) => assert.match(text, barrel))
