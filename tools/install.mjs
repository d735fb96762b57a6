// Installs the workspace with the pnpm that package.json names. Needs Node 20 or later, and npm.
// With --server or --demo: only what the REST server or the demo needs. Never removes installed packages.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const complete = existsSync(join(root, "node_modules/vitest"))
const parts = { "--server": ["server", "@leadline/rest"], "--demo": ["demo", "@leadline/demo"] }
const [part, app] = parts[process.argv[2]] ?? []

// By default pnpm checks every locked package against the registry, which needs the network.
// Starting an app trusts the committed lockfile; the complete installation checks it.
const isNarrow = part !== undefined && !complete
const narrow = isNarrow ? ["--prod", "--filter", `${app}...`] : []
const trust = part === undefined ? [] : ["--trust-lockfile"]

console.log(isNarrow ? `Installing what the ${part} needs ...` : "Installing the workspace ...")
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
