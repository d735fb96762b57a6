// npm run version: takes the changesets that wait as the next version, in every manifest and changelog by `changeset
// version`, and in `server.json`, which the registry of MCP servers reads.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "./run.mjs"

const server = join(root, "packages/server")

/** `server.json` with a version: of the server, and of its package. */
export const withVersion = (text, version) => text.replaceAll(/("version": )"[^"]*"/g, `$1"${version}"`)

if (import.meta.main) {
  process.exitCode = await run("changeset", ["version", ...process.argv.slice(2)])
  if (process.exitCode === 0) {
    const { version } = JSON.parse(readFileSync(join(server, "package.json"), "utf8"))
    const file = join(server, "server.json")
    writeFileSync(file, withVersion(readFileSync(file, "utf8"), version))
  }
}
