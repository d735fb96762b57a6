// What importing a built client loads, and that no module imports effect whole: a barrel would bring all of it into every client.
// The time of an import is measured by `npm run lab -- bench import`.
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, beforeAll, it } from "vitest"
import { clients, loadedBy } from "../../src/benchmarks/startup/command.ts"

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

const barrel = /(?:\bfrom|\bimport)\s*\(?\s*["'](effect(?:\/http|\/http-api|\/sql)?)["']/g

/** The barrels that a text imports. */
const barrelsOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(barrel), ([, name = ""]) => name)

/** The barrels that files import, and how many files there are. */
const barrelsIn = (pattern: string) => {
  const files = globSync(pattern, { cwd: root })
  const barrels = files.flatMap((file) =>
    barrelsOf(readFileSync(join(root, file), "utf8")).map((name) => `${file}: ${name}`)
  )
  return { files: files.length, barrels }
}

it("sources import effect by subpaths", () => {
  const { barrels, files } = barrelsIn("packages/*/src/**/*.ts")
  assert.isAbove(files, 0)
  assert.deepStrictEqual(barrels, [])
})

it("a barrel is seen in every form", () => {
  const text = [
    'import { Effect } from "effect"',
    "import * as http from 'effect/http'",
    'export type { Layer } from "effect"',
    'await import("effect")',
    'import "effect/http-api"',
    'import * as Effect from "effect/Effect"',
    'import * as HttpClient from "effect/http/HttpClient"'
  ].join("\n")
  assert.deepStrictEqual(barrelsOf(text), ["effect", "effect/http", "effect", "effect", "effect/http-api"])
})

it.each(built)("built modules of %s import effect by subpaths", (name) => {
  const { barrels, files } = barrelsIn(`packages/${name}/dist/**/*.{js,d.ts}`)
  assert.isAbove(files, 0)
  assert.deepStrictEqual(barrels, [])
})
