// Projects of TypeScript: a program over both APIs compiles and runs, and a wrong one does not compile.
import assert from "node:assert/strict"
import { lastLines, must, run } from "../../runningProgram.ts"
import { checkOutcomes, parseOutcomes } from "../projects/outcomes.ts"
import * as programs from "../projects/programs.ts"
import { npmProject } from "../projects/project.ts"
import { type Consumer, consumer } from "./consumer.ts"
import { sharedService } from "../projects/service.ts"
import { checkNpmTree } from "../projects/tree.ts"
import { tools, typescripts } from "../projects/versions.ts"

/** Strict compiler options. */
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

/** Library declarations are checked only with the DOM: those of effect use its types. */
const forms = [
  {
    name: "nodenext",
    files: ["node.ts", "fetch.ts", "common.cts"],
    options: { ...onNode, skipLibCheck: true },
    isWrong: true
  },
  {
    name: "nodenext, declarations checked",
    files: ["node.ts", "fetch.ts", "common.cts"],
    options: { ...onNode, lib: bundled.lib, skipLibCheck: false },
    isWrong: false
  },
  {
    name: "bundler, declarations checked",
    files: ["fetch.ts"],
    options: { ...bundled, skipLibCheck: false },
    isWrong: true
  }
] as const

const settings = (compilerOptions: object, files: ReadonlyArray<string>) =>
  `${JSON.stringify({ compilerOptions, files }, undefined, 2)}\n`

const typescript = (line: string, version: string): Consumer =>
  consumer(`typescript-${line}`, async (look, release, directory) => {
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
    for (const { files, isWrong, name, options } of forms) {
      await look(`compiles, ${name}${isWrong ? ", but for wrong calls" : ""}`, async () => {
        project.write("tsconfig.json", settings(options, isWrong ? [...files, "wrong.ts"] : files))
        const ended = await run(compile, project)
        const errors = ended.stdout.split("\n").filter((each) => /error TS\d+/.test(each))
        assert.equal(errors.length, isWrong ? 1 : 0, lastLines(ended))
        assert.equal(ended.code === 0, !isWrong, lastLines(ended))
        if (isWrong)
          assert.match(errors[0] ?? "", /^wrong\.ts.*error TS2339: Property 'sales' does not exist/)
        return errors[0] ?? version
      })
    }
    for (const file of ["node.js", "fetch.js", "common.cjs"]) {
      await checkOutcomes(look, `compiled ${file}`, async () =>
        parseOutcomes((await must(["node", `out/${file}`], project)).stdout)
      )
    }
    return project
  })

/** A project with each version of TypeScript. */
export const typescriptProjects: ReadonlyArray<Consumer> = Object.entries(typescripts).map(
  ([line, version]) => typescript(line, version)
)
