// Projects of TypeScript: a program over both APIs compiles and runs.
import { must } from "../../runningProgram.ts"
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
    const service = await sharedService(release, directory)
    const compiler = [`typescript@${version}`, `@types/node@${tools.typesOfNode}`]
    const project = await npmProject(release, directory, ["transport-node", "transport-fetch"], compiler)
    project.write("node.ts", programs.typed({ ...service, transport: "node" }))
    project.write("fetch.ts", programs.typed({ ...service, transport: "fetch" }))
    project.write("common.cts", programs.typedScript({ ...service, transport: "node" }))
    for (const { files, options } of forms) {
      project.write("tsconfig.json", JSON.stringify({ compilerOptions: options, files }))
      await must(["node", "node_modules/typescript/bin/tsc"], project)
    }
    for (const file of ["node.js", "fetch.js", "common.cjs"])
      programs.checkReport(await must(["node", `out/${file}`], project))
    return project
  }
