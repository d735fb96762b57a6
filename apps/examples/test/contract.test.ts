// Documents name every rule that a comment names, every path of the contract and every resource.
import { served } from "@leadline/core/api"
import { resources } from "@leadline/core/resources"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const contract = readFileSync(join(root, "docs/contract.md"), "utf8")

it("every `Source: §n` leads to a section, or to a rule of one", () => {
  const headings = new Set([...contract.matchAll(/^#+ (§[\d.]+) /gm)].map(([, section]) => section))
  const files = globSync("{packages,apps}/*/{src,test}/**/*.ts", { cwd: root })
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/Source: [^\n]*/g)].flatMap(([line]) =>
      [...line.matchAll(/§\d+(\.\d+)?/g)].map(([section]) => [section, file] as const)
    )
  )
  assert.isAbove(named.length, 100)
  const [, five = ""] = /^## §5 (.*?)^## §6/ms.exec(contract) ?? []
  const rules = new Set([...five.matchAll(/^(\d+)\. /gm)].map(([, rule]) => `§5.${rule}`))
  assert.deepStrictEqual(
    named.filter(([section]) => !headings.has(section) && !rules.has(section)),
    []
  )
})

it("every path of the contract is in docs/contract.md", () => {
  const paths = Object.values(served).flatMap(({ endpoints: { all } }) =>
    all.map(({ path }) => path.replace(/:(\w+)/, "{$1}"))
  )
  assert.isAbove(paths.length, 20)
  assert.deepEqual(
    paths.filter((path) => !contract.includes(path)),
    []
  )
})

it("AGENTS.md names every resource", () => {
  const [, list = ""] = /^- Resources: (.*)$/m.exec(readFileSync(join(root, "AGENTS.md"), "utf8")) ?? []
  assert.deepEqual(
    Object.keys(resources).filter((name) => !list.includes(`\`${name}\``)),
    []
  )
})
