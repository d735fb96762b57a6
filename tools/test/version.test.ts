// `npm run version` sets the versions of `server.json` with those of the packages.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const { withVersion }: { readonly withVersion: (text: string, version: string) => string } = await import(
  new URL("../version.mjs", import.meta.url).href
)

const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8")

it("server.json has the version of the server in each place, and is as it was otherwise", () => {
  const before = read("packages/server/server.json")
  const { packages, version } = JSON.parse(withVersion(before, "1.2.3"))
  assert.deepStrictEqual([version, packages[0].version, packages.length], ["1.2.3", "1.2.3", 1])
  assert.strictEqual(withVersion(withVersion(before, "1.2.3"), JSON.parse(before).version), before)
})

it("it is the command for releases", () => {
  assert.strictEqual(JSON.parse(read("package.json")).scripts.version, "node tools/version.mjs")
})
