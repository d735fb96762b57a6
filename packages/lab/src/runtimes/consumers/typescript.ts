// Projects of TypeScript: a program over both APIs compiles and runs, and a wrong one does not compile.
import assert from "node:assert/strict"
import { lastLines, must, run } from "../../runningProgram.ts"
import * as programs from "../projects/programs.ts"
import { npmProject, type Project, type Release } from "../projects/project.ts"
import { sharedService } from "../projects/service.ts"
import { tools } from "../projects/versions.ts"

/** Strict compiler options. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2024",
  outDir: "out"
}

const bundled = { module: "esnext", moduleResolution: "bundler", lib: ["es2024", "dom", "dom.iterable"] }

/** Library declarations are checked only with the DOM: those of effect use its types. */
const forms = [
  { files: ["fetch.ts"], options: { ...strict, ...bundled, types: [], skipLibCheck: false } },
  {
    files: ["node.ts", "fetch.ts", "common.cts"],
    options: { ...strict, module: "nodenext", lib: ["es2024"], types: ["node"], skipLibCheck: true }
  }
]

/** A project with a version of TypeScript. */
export const typescript =
  (version: string) =>
  async (release: Release, directory: string): Promise<Project> => {
    const { service } = await sharedService(release, directory)
    const compiler = [`typescript@${version}`, `@types/node@${tools.typesOfNode}`]
    const project = await npmProject(release, directory, ["transport-node", "transport-fetch"], compiler)
    project.write("node.ts", programs.typed({ ...service, transport: "node" }))
    project.write("fetch.ts", programs.typed({ ...service, transport: "fetch" }))
    project.write("common.cts", programs.typedScript({ ...service, transport: "node" }))
    project.write("wrong.ts", programs.wrong)
    for (const { files, options } of forms) {
      const settings = { compilerOptions: options, files: [...files, "wrong.ts"] }
      project.write("tsconfig.json", JSON.stringify(settings))
      const ended = await run(["node", "node_modules/typescript/bin/tsc"], project)
      const errors = ended.stdout.split("\n").filter((each) => /error TS\d+/.test(each))
      assert.equal(errors.length, 1, lastLines(ended))
      assert.match(errors[0] ?? "", /^wrong\.ts.*error TS2339: Property 'sales' does not exist/)
    }
    for (const file of ["node.js", "fetch.js", "common.cjs"])
      programs.checkReport(await must(["node", `out/${file}`], project))
    return project
  }
