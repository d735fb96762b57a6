// A project with every package: each export can be imported, and has types.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Manifest } from "../../release/manifest.ts"
import { modules } from "../../release/publishing.ts"
import { must } from "../../runningProgram.ts"
import { lockedProject } from "../projects/locked.ts"
import { type Consumer, consumer } from "./consumer.ts"

/** Every subpath that leads to code, as a user imports it. */
const specifiersIn = (folder: string, packages: ReadonlyArray<string>): ReadonlyArray<string> =>
  packages.toSorted().flatMap((name) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8"))
    return modules(manifest).map(([subpath]) => name + subpath.slice(1))
  })

const program = (specifiers: ReadonlyArray<string>) =>
  `${specifiers.map((specifier, at) => `import * as m${at} from "${specifier}"\n`).join("")}
const count = [${specifiers.map((_, at) => `m${at}`).join(", ")}].map((module) => Object.keys(module).length)
console.log(\`imported \${count.length} modules, \${count.reduce((sum, n) => sum + n, 0)} values\`)
`

const resolutions = {
  nodenext: ["--module", "nodenext"],
  bundler: ["--module", "esnext", "--moduleResolution", "bundler"]
}

const clients = ["@leadline/core/client", "@leadline/transport-fetch", "@leadline/transport-node"]

/** All packages at once, with the dependencies of the lockfile. */
export const packages: Consumer = consumer("packages", async (look, release, directory) => {
  const project = await lockedProject(release, directory)
  const specifiers = specifiersIn(join(project.cwd, "node_modules"), release.packages)
  project.write("use.mts", program(specifiers))
  project.write("clients.mts", program(clients).replace(/^console.*$/m, "void count"))
  await look("every export can be imported", async () => {
    const { stdout } = await must([process.execPath, "use.mts"], project)
    return stdout.trim()
  })
  for (const [name, flags] of Object.entries(resolutions)) {
    const compile = async (types: string, file: string) => {
      const options = ["--noEmit", "--strict", "--target", "es2024", "--lib", "es2024,dom", "--types", types]
      await must(["tsc", ...options, ...flags, file], project)
    }
    await look(`every export has types, ${name}`, async () => {
      await compile("node", "use.mts")
      return `${specifiers.length} modules`
    })
    await look(`clients have types without those of Node, ${name}`, async () => {
      await compile("", "clients.mts")
      return `${clients.length} modules`
    })
  }
  return project
})
