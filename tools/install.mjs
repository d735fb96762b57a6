// Installs the workspace with the pnpm that package.json names. Needs Node 20 or later, and npm.
// With --server: only what the REST server needs. What is installed already is never removed.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const complete = existsSync(join(root, "node_modules/vitest"))
const serverOnly = process.argv.includes("--server") && !complete

// pnpm compares every locked package with the registry, which needs the network and every tool's metadata.
// Starting the server trusts the committed lockfile; the complete installation checks it.
const narrow = serverOnly ? ["--prod", "--filter", "@leadline/rest..."] : []
const trust = process.argv.includes("--server") ? ["--trust-lockfile"] : []

console.log(serverOnly ? "Installing what the server needs ..." : "Installing the workspace ...")
process.exitCode = await run("npx", [
  "--yes",
  "--prefer-offline",
  packageManager,
  "install",
  "--frozen-lockfile",
  ...trust,
  ...narrow
])
if (process.exitCode !== 0) console.error("The installation failed. The lines above say why.")
