// Asks the registry for known security issues of what users and the server get: `npm run audit`. Needs a network and a
// registry that knows advisories; where it does not, this says so and fails. `-- --dev` asks about our tools instead.
import { spawnSync } from "node:child_process"
import { root } from "./generated.ts"

const args = process.argv.slice(2)
const { status, stderr, stdout } = spawnSync("pnpm", ["audit", ...(args.length > 0 ? args : ["--prod"])], {
  cwd: root,
  encoding: "utf8"
})
process.stdout.write(stdout ?? "")
process.stderr.write(stderr ?? "")
if (/ERR_PNPM_AUDIT|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/.test(`${stdout}${stderr}`)) {
  console.error("Nothing was checked: the registry that npm is configured with gave no advisories.")
}
process.exitCode = status ?? 1
