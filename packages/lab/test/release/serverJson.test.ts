// `server.json` of the server, by the rules of the schema that it names, and beside its manifest.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../server/${name}`, import.meta.url), "utf8"))

const entry = read("server.json")
const manifest = read("package.json")

it("server.json is as its schema wants it", () => {
  assert.match(entry.$schema, /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server/)
  assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  assert.isTrue(entry.description.length >= 1 && entry.description.length <= 100, entry.description)
  for (const { packageArguments, transport } of entry.packages) {
    assert.deepStrictEqual(transport, { type: "stdio" })
    for (const { type, value } of packageArguments) {
      assert.strictEqual(type, "positional")
      assert.isString(value)
    }
  }
})

it("server.json names the package, its version and its command", () => {
  assert.strictEqual(manifest.mcpName, entry.name)
  assert.strictEqual(entry.version, manifest.version)
  const [{ identifier, packageArguments, registryType, version }, ...others] = entry.packages
  assert.deepStrictEqual(
    [registryType, identifier, version, packageArguments.map(({ value }: { value: string }) => value)],
    ["npm", manifest.name, manifest.version, ["mcp"]]
  )
  assert.deepStrictEqual(others, [])
})
