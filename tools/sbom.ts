// Writes a software bill of materials (CycloneDX) for each public package and for the server.
// npm run release:sbom [-- --out DIR]. Needs no network.
import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { isPublic, workspace } from "../packages/lab/src/release/manifest.ts"
import { root } from "./generated.ts"

const { out } = parseArgs({ options: { out: { type: "string", default: "dist/sbom" } } }).values
const folder = resolve(root, out)
mkdirSync(folder, { recursive: true })

const wanted = workspace(root).filter(
  (each) => each.dir === "apps/rest" || (each.dir !== "." && isPublic(each))
)
for (const { dir, manifest } of wanted) {
  const file = join(folder, `${basename(dir)}.cdx.json`)
  const type = dir.startsWith("apps/") ? "application" : "library"
  const what = ["sbom", "--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--sbom-type", type]
  execFileSync("pnpm", ["--filter", manifest.name, ...what, "--prod", "--out", file], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"]
  })
  console.log(`${manifest.name}: ${relative(process.cwd(), file)}`)
}
