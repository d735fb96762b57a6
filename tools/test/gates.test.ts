// Every check of package.json is run by npm test or npm run test:all.
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, describe, it } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"))
const {
  quick,
  long,
  others
}: {
  quick: ReadonlyArray<string>
  long: ReadonlyArray<string>
  others: { readonly [script: string]: string }
} = await import(new URL("../gates.mjs", import.meta.url).href)

const scripts = Object.keys(read("package.json").scripts)
const tasks = Object.keys(read("turbo.json").tasks)

it("a script is a gate, or tools/gates.mjs says why it is none", () => {
  assert.sameMembers([...quick, ...long, ...Object.keys(others)], scripts)
})

describe.each([...quick, ...long])("the gate %s", (gate) => {
  it("is a task of turbo", () => {
    assert.isTrue(tasks.includes(`//#${gate}`) || tasks.includes(gate))
  })
})
