// Asks the registry for known vulnerabilities in the dependencies of users and the server: `npm run audit`. Needs a network
// and a registry with advisories, and fails where there is none. `-- --dev` checks development dependencies instead.
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
