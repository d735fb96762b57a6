// Builds the site into apps/site/dist: `npm run site`. It gathers the pages, has VitePress build them, adds the API
// reference of `npm run reference`, and fails for a link or an anchor that leads nowhere and for anything from outside.
// SITE_BASE is the path that the site is served below, `/` by default; LEADLINE_REPOSITORY the address of the sources.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { build } from "vitepress"
import { changelogPage } from "./changelog.ts"
import { checkSite } from "./check.ts"
import { allPages, forgotten, root } from "./pages.ts"

const start = performance.now()
const site = join(import.meta.dirname, "..")
const gathered = join(site, ".vitepress/pages")
const out = join(site, "dist")
const reference = join(root, "dist/reference")

const fail = (lines: ReadonlyArray<string>): never => {
  for (const line of lines) console.error(line)
  process.exit(1)
}

if (forgotten.length > 0) fail(forgotten.map((path) => `${path} is not in apps/site/.vitepress/sidebar.ts`))
if (!existsSync(reference)) fail(["There is no API reference: run `npm run reference` first."])

const repository = process.env["LEADLINE_REPOSITORY"]
const pages = [
  ...allPages(repository === "" ? undefined : repository),
  { path: "changelog", text: `${changelogPage()}\n` }
]
rmSync(gathered, { recursive: true, force: true })
for (const { path, text } of pages) {
  const file = join(gathered, `${path}.md`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
await build(site)
cpSync(join(site, "favicon.svg"), join(out, "favicon.svg"))
cpSync(reference, join(out, "reference"), { recursive: true })
const { bytes, complaints, files } = checkSite(out, process.env["SITE_BASE"] ?? "/")
if (complaints.length > 0) fail([...complaints, `${complaints.length} wrong.`])
console.log(
  `${pages.length} pages, ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${((performance.now() - start) / 1000).toFixed(1)} s`
)
