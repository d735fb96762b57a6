// `server.json` of the server, by the rules of the schema that it names, and beside its manifest.
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../server/${name}`, import.meta.url), "utf8"))

it("server.json is as its schema wants it, and names the package, its version and its command", () => {
  const [entry, { mcpName, name, version }] = [read("server.json"), read("package.json")]
  assert.match(entry.$schema, /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server/)
  assert.match(entry.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  assert.isTrue(entry.description.length >= 1 && entry.description.length <= 100, entry.description)
  assert.deepStrictEqual([entry.name, entry.version], [mcpName, version])
  const transport = { type: "stdio" }
  const packageArguments = [{ type: "positional", value: "mcp" }]
  assert.deepStrictEqual(entry.packages, [
    { registryType: "npm", identifier: name, version, transport, packageArguments }
  ])
})
