// Installs the workspace with the pnpm that package.json names. Needs Node 20 or later, and npm.
// With --server or --demo: only what the REST server or the demo needs. Never removes installed packages.
// What it brings and runs, Node and pnpm included, has the checksums of a committed lockfile.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const { optionalDependencies, packageManager } = readJson(join(root, "package.json"))

/** The folder with the lockfile of pnpm: see docs/decisions/0001-node-and-npm-are-all-a-machine-needs.md. */
const pnpmFolder = join(root, "tools/pnpm")
const pnpmPackage = join(pnpmFolder, "node_modules/pnpm/package.json")

const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime
const isLocked =
  !isMusl &&
  `node_modules/@pnpm/exe.${process.platform}-${process.arch}` in
    readJson(join(pnpmFolder, "package-lock.json")).packages

/** The command that is pnpm; undefined if it could not be installed. */
const installPnpm = async () => {
  if (!isLocked) {
    console.log("tools/pnpm has no checksum of pnpm for this platform: npx brings it, unchecked.")
    return ["npx", "--yes", "--prefer-offline", packageManager]
  }
  const isInstalled = existsSync(pnpmPackage) && packageManager === `pnpm@${readJson(pnpmPackage).version}`
  const code = isInstalled
    ? 0
    : await run("npm", ["ci", "--package-lock=true", "--prefer-offline"], { cwd: pnpmFolder })
  return code === 0 ? [join(pnpmFolder, "node_modules/.bin/pnpm")] : undefined
}

const install = async (part) => {
  const [command, ...args] = (await installPnpm()) ?? []
  if (command === undefined) {
    return "pnpm was not installed: the registry has none, or not the one whose checksum is in tools/pnpm/package-lock.json."
  }
  const complete = existsSync(join(root, "node_modules/vitest"))
  const parts = { "--server": ["server", "@leadline/rest"], "--demo": ["demo", "@leadline/demo"] }
  const [name, app] = parts[part] ?? []

  // By default pnpm checks every locked package against the registry, which needs the network.
  // Starting an app trusts the committed lockfile; the complete installation checks it.
  const isNarrow = name !== undefined && !complete
  const narrow = isNarrow ? ["--prod", "--filter", `${app}...`] : []
  const trust = name === undefined ? [] : ["--trust-lockfile"]

  console.log(isNarrow ? `Installing what the ${name} needs ...` : "Installing the workspace ...")
  const code = await run(command, [...args, "install", "--frozen-lockfile", ...trust, ...narrow])
  if (code !== 0) return "The installation failed. The lines above say why."
  // pnpm goes on without an optional package that it cannot get or whose checksum is wrong.
  if (!["node", "node.exe", "node.cmd"].some((file) => existsSync(join(root, "node_modules/.bin", file)))) {
    const version = Object.values(optionalDependencies)[0]
    return `Node ${version} was not installed: pnpm-lock.yaml has none for this platform, or the registry sent one of another checksum.`
  }
}

const problem = await install(process.argv[2])
if (problem !== undefined) {
  console.error(problem)
  process.exitCode = 1
}
