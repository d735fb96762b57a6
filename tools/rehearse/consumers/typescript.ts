// TypeScript: a program over both APIs compiles, what nobody asked for does not, and what was compiled runs.
// Source: none; Assumed: ours.
import assert from "node:assert/strict"
import { must, run } from "./command.ts"
import { checkOutcomes, printedOutcomes } from "./outcomes.ts"
import * as programs from "./programs.ts"
import { npmProject } from "./project.ts"
import { type Consumer, consumer } from "./result.ts"
import { sharedService } from "./service.ts"
import { checkNpmTree } from "./tree.ts"
import { tools, typescripts } from "./versions.ts"

/** What all projects choose, or a stricter one does. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2024",
  outDir: "out"
}

const onNode = { ...strict, module: "nodenext", lib: ["es2024"], types: ["node"] }

const bundled = {
  ...strict,
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2024", "dom", "dom.iterable"],
  types: []
}

/** Declarations are checked where the DOM is: those of effect name its types. */
const forms = [
  {
    name: "nodenext",
    files: ["node.ts", "fetch.ts", "common.cts"],
    options: { ...onNode, skipLibCheck: true }
  },
  {
    name: "nodenext, declarations checked",
    files: ["node.ts", "fetch.ts", "common.cts"],
    options: { ...onNode, lib: bundled.lib, skipLibCheck: false }
  },
  {
    name: "bundler, declarations checked",
    files: ["fetch.ts"],
    options: { ...bundled, skipLibCheck: false }
  }
] as const

const wrongForms = [
  { name: "nodenext", options: { ...onNode, skipLibCheck: true } },
  { name: "bundler", options: { ...bundled, skipLibCheck: true } }
] as const

const settings = (compilerOptions: object, files: ReadonlyArray<string>) =>
  `${JSON.stringify({ compilerOptions, files }, undefined, 2)}\n`

const typescript = (line: string, version: string): Consumer =>
  consumer(`typescript-${line}`, false, async (look, release, directory) => {
    const { service } = await sharedService(release, directory)
    const project = await npmProject(release, directory, {
      ours: ["transport-node", "transport-fetch"],
      others: [`typescript@${version}`, `@types/node@${tools.typesOfNode}`]
    })
    await checkNpmTree(look, release, project)
    const compile = ["node", "node_modules/typescript/bin/tsc"]
    project.write("node.ts", programs.typed({ ...service, transport: "node" }))
    project.write("fetch.ts", programs.typed({ ...service, transport: "fetch" }))
    project.write("common.cts", programs.typedScript({ ...service, transport: "node" }))
    project.write("wrong.ts", programs.wrong)
    for (const { files, name, options } of forms) {
      await look(`compiles, ${name}`, async () => {
        project.write("tsconfig.json", settings(options, files))
        await must(compile, project)
        return version
      })
    }
    for (const { name, options } of wrongForms) {
      await look(`what nobody asked for does not compile, ${name}`, async () => {
        project.write("tsconfig.json", settings(options, ["wrong.ts"]))
        const { code, printed } = await run(compile, project)
        const errors = printed.split("\n").filter((each) => /error TS\d+/.test(each))
        assert.ok(code !== 0, "it compiles")
        assert.equal(errors.length, 1, printed)
        assert.match(errors[0] ?? "", /^wrong\.ts.*error TS2339: Property 'sales' does not exist/)
        return errors[0] ?? ""
      })
    }
    for (const file of ["node.js", "fetch.js", "common.cjs"]) {
      await checkOutcomes(look, `compiled ${file}`, async () =>
        printedOutcomes((await must(["node", `out/${file}`], project)).printed)
      )
    }
  })

/** A project with each version of TypeScript. */
export const typescriptProjects: ReadonlyArray<Consumer> = Object.entries(typescripts).map(
  ([line, version]) => typescript(line, version)
)
