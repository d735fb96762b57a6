// A project of pnpm with every package: each export can be imported, and has types.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Manifest } from "../../release/manifest.ts"
import { modules } from "../../release/manifest.ts"
import { must } from "../../runningProgram.ts"
import { root } from "../../program.ts"
import { emptyProject, packageJson, type Project, type Release } from "../projects/project.ts"
import { tools } from "../projects/versions.ts"

const program = (specifiers: ReadonlyArray<string>) =>
  `${specifiers.map((specifier, at) => `import * as m${at} from "${specifier}"\n`).join("")}
void [${specifiers.map((_, at) => `m${at}`).join(", ")}]
`

const resolutions = [
  ["--module", "nodenext"],
  ["--module", "esnext", "--moduleResolution", "bundler"]
]

/** Their types need none of Node. */
const clients = ["@leadline/core/client", "@leadline/transport-fetch", "@leadline/transport-node"]

/** All packages at once. */
export const packages = async (release: Release, directory: string): Promise<Project> => {
  const project = emptyProject(release, directory)
  project.write("package.json", packageJson)
  project.write("pnpm-workspace.yaml", "packages: []\nminimumReleaseAge: 0\nstrictDepBuilds: false\n")
  const ours = release.packages.map((name) => `${name}@${release.version}`)
  const others = ["effect", "@effect/sql-pg", `@types/node@${tools.typesOfNode}`]
  await must([join(root, "node_modules/.bin/pnpm"), "add", ...ours, ...others], project)
  const specifiers = release.packages.toSorted().flatMap((name) => {
    const path = join(directory, "node_modules", name, "package.json")
    const manifest: Manifest = JSON.parse(readFileSync(path, "utf8"))
    return modules(manifest).map(([subpath]) => name + subpath.slice(1))
  })
  project.write("use.mts", program(specifiers))
  project.write("clients.mts", program(clients))
  await must(["node", "use.mts"], project)
  const options = ["--noEmit", "--strict", "--target", "es2024", "--lib", "es2024,dom"]
  for (const flags of resolutions) {
    const tsc = [join(root, "node_modules/.bin/tsc"), ...options, ...flags]
    await must([...tsc, "--types", "node", "use.mts"], project)
    await must([...tsc, "--types", "", "clients.mts"], project)
  }
  return project
}
