// Bundles a package's modules into one file per export, with shared chunks: programs start faster with fewer files.
// Runs in the package's folder, after tsc has written the types.
import { build } from "esbuild"
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"

const { exports } = JSON.parse(readFileSync("package.json", "utf8"))
const entries = Object.values(exports).flatMap((target) =>
  typeof target?.default === "string"
    ? [[target.default.replace(/^\.\/dist\/(.*)\.js$/, "$1"), target["@leadline/source"]]]
    : []
)

const { outputFiles } = await build({
  entryPoints: Object.fromEntries(entries),
  outdir: "dist",
  chunkNames: "parts/[hash]",
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "neutral",
  target: "es2024",
  // Every supported runtime knows them; the manifest is imported with one.
  supported: { "import-attributes": true },
  sourcemap: true,
  sourcesContent: false,
  write: false,
  logLevel: "warning"
})

// Unchanged files are not rewritten: another process may be reading them.
for (const { path, text } of outputFiles) {
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const made = new Set(outputFiles.map(({ path }) => path))
for (const old of globSync("dist/**/*.{js,js.map}")) if (!made.has(resolve(old))) rmSync(old)
