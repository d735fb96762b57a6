// Documents name every rule that a comment names, every path of the contract, every resource and operation; examples call each.
import { served } from "@leadline/core/api"
import { resources } from "@leadline/core/resources"
import { mockClient } from "@leadline/core/testing"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const contract = readFileSync(join(root, "docs/contract.md"), "utf8")

it("every `Source: §n` leads to a section, or to a rule of one", () => {
  const headings = new Set([...contract.matchAll(/^#+ (§[\d.]+) /gm)].map(([, section]) => section))
  const files = globSync("{packages,apps}/*/{src,test}/**/*.ts", { cwd: root })
  const named = files.flatMap((file) =>
    (readFileSync(join(root, file), "utf8").match(/Source: [^\n]*/g) ?? []).flatMap((line) =>
      (line.match(/§\d+(\.\d+)?/g) ?? []).map((section) => [section, file] as const)
    )
  )
  assert.isAbove(named.length, 100)
  const [, five = ""] = /^## §5 (.*?)^## §6/ms.exec(contract) ?? []
  const rules = new Set([...five.matchAll(/^(\d+)\. /gm)].map(([, rule]) => `§5.${rule}`))
  const unknown = named.filter(([section]) => !headings.has(section) && !rules.has(section))
  assert.deepStrictEqual(unknown, [])
})

it("every path of the contract is in docs/contract.md", () => {
  const endpoints = Object.values(served).flatMap(({ endpoints: { all } }) => all)
  assert.isAbove(endpoints.length, 20)
  for (const { path } of endpoints) assert.include(contract, path.replace(/:(\w+)/, "{$1}"))
})

const { exports: subpathsOfCore }: { readonly exports: { readonly [subpath: string]: unknown } } = JSON.parse(
  readFileSync(join(root, "packages/core/package.json"), "utf8")
)

/** `asyncChat` is at `./async-chat`. */
const subpathsOfResources = Object.keys(resources).map(
  (name) => `./${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
)

it("every resource is a subpath of packages/core; its README names every other one", () => {
  assert.includeMembers(Object.keys(subpathsOfCore), subpathsOfResources)
  const readme = readFileSync(join(root, "packages/core/README.md"), "utf8")
  const others = Object.entries(subpathsOfCore).flatMap(([subpath, source]) =>
    source === null || subpath === "./package.json" || subpathsOfResources.includes(subpath) ? [] : [subpath]
  )
  for (const subpath of others) assert.include(readme, `\`${subpath}\``)
})

/** As the client calls them, `decisions.create`; walks over pages are calls of `list`. */
const operations = Object.entries(mockClient([]).client).flatMap(([resource, methods]) =>
  Object.keys(typeof methods === "function" ? {} : methods)
    .filter((method) => !method.startsWith("listAll"))
    .map((method) => `${resource}.${method}`)
)

it("every operation has an example in apps/examples/src", () => {
  const called = globSync("apps/examples/src/{promises,programs/promises}/*.ts", { cwd: root })
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("")
  assert.include(operations, "search.create")
  for (const name of operations) assert.include(called, `.${name}(`)
})

it("README.md names operations of every resource, and none that there is not", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8")
  const [, table = ""] = /^## What it can do$(.*?)^## /ms.exec(readme) ?? []
  const named = [...new Set(table.match(/(?<=`)\w+\.\w+(?=`)/g))]
  assert.includeMembers(operations, named)
  assert.sameMembers([...new Set(named.map((name) => name.split(".")[0]))], Object.keys(resources))
})
