// Writes package.json and package-lock.json beside it, for the pnpm that the root's package.json names.
// Run it when that version changes: `npm run generate:pnpm`.
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "../run.mjs"

const folder = import.meta.dirname
const [manifestPath, lockPath] = ["package.json", "package-lock.json"].map((name) => join(folder, name))
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`)

const version = readJson(join(root, "package.json")).packageManager.replace("pnpm@", "")
writeJson(manifestPath, { ...readJson(manifestPath), dependencies: { pnpm: version } })
rmSync(lockPath, { force: true })
const code = await run("npm", [
  "install",
  "--package-lock=true",
  "--package-lock-only",
  "--ignore-scripts",
  // No address of a registry belongs into a file.
  "--omit-lockfile-registry-resolved",
  "--prefix",
  folder
])
if (code !== 0) process.exit(code)

// npm refuses a lockfile without the packages of all platforms, and a registry need not have them all.
const lock = readJson(lockPath)
const pnpm = lock.packages["node_modules/pnpm"]
pnpm.optionalDependencies = Object.fromEntries(
  Object.entries(pnpm.optionalDependencies).filter(([name]) => `node_modules/${name}` in lock.packages)
)
writeJson(lockPath, lock)
console.log(`pnpm ${version} for ${Object.keys(pnpm.optionalDependencies).join(", ")}`)
