// A copy of the project to release from, so that the working tree never changes: sources and builds in a git repository
// of its own, with the links that packing needs and the local registry as its only one.
import { appendFileSync, cpSync, mkdirSync, realpathSync, symlinkSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import { root } from "../program.ts"
import { Failure } from "../runningProgram.ts"
import { workspace } from "./manifest.ts"
import { must } from "./processes.ts"
import type { Registry } from "./registry.ts"

const left = new Set([".git", ".leadline", ".packed", ".results", ".turbo", "coverage", "node_modules"])

const isCopied = (path: string) => !left.has(basename(path)) && path !== join(root, "dist")

const link = (from: string, to: string) => {
  mkdirSync(dirname(from), { recursive: true })
  symlinkSync(relative(dirname(from), to), from)
}

/** Packing reads versions of workspace packages through the links of an installation. */
const linkPackages = (copy: string) => {
  const packages = workspace(copy).filter(({ dir }) => dir !== ".")
  const directories = new Map(packages.map(({ dir, manifest }) => [manifest.name, join(copy, dir)]))
  for (const { dir, manifest } of packages) {
    const names = [manifest.dependencies, manifest.peerDependencies, manifest.devDependencies]
    for (const name of new Set(names.flatMap((each) => Object.keys(each ?? {})))) {
      const target = directories.get(name)
      if (target !== undefined) link(join(copy, dir, "node_modules", name), target)
    }
  }
  // .changeset/config.json names a module that writes the changelogs.
  link(join(copy, "node_modules/@changesets/cli"), realpathSync(join(root, "node_modules/@changesets/cli")))
}

/** Commits everything: changesets reads commits for changelogs. */
export const commit = async (copy: string, message: string): Promise<void> => {
  await must("git", ["add", "--all"], copy)
  const settings = ["user.name=Rehearsal", "user.email=rehearsal@localhost", "core.hooksPath=/dev/null"]
  const flags = [...settings.flatMap((each) => ["-c", each]), "commit", "--quiet", "--no-gpg-sign"]
  await must("git", [...flags, "--message", message], copy)
}

/** Fails unless both package managers and every package publish to the local registry. */
const assertLocal = async (copy: string, registry: Registry, scope: string) => {
  for (const manager of ["npm", "pnpm"]) {
    for (const key of ["registry", `${scope}:registry`]) {
      const named = (await must(manager, ["config", "get", key], copy)).trim()
      if (named !== registry.url)
        throw new Failure(`${manager} would publish to ${named}, which is not local`)
    }
  }
  for (const { manifest } of workspace(copy)) {
    if (manifest.publishConfig?.["registry"] !== undefined) {
      throw new Failure(`${manifest.name}: publishConfig names a registry, so it would not stay local`)
    }
  }
}

/** Copies the project to a directory that does not exist yet. */
export const copyProject = async (copy: string, registry: Registry, scope: string): Promise<void> => {
  cpSync(root, copy, { recursive: true, filter: (path) => path === root || isCopied(path) })
  appendFileSync(join(copy, ".npmrc"), `\n${registry.npmrc}`)
  linkPackages(copy)
  await must("git", ["init", "--quiet", "--initial-branch=main"], copy)
  await commit(copy, "The project")
  await assertLocal(copy, registry, scope)
}
