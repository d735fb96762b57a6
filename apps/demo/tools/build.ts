// Builds the page into one module with every file by its path.
import { build } from "esbuild"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

const root = join(import.meta.dirname, "..")
const page = join(root, "src/page")
const reviews = join(root, "src/reviews")

const { outputFiles } = await build({
  entryPoints: [
    { in: join(page, "main.tsx"), out: "app" },
    { in: join(page, "style.css"), out: "style" },
    { in: join(reviews, "reviews.tsx"), out: "reviews" },
    { in: join(reviews, "reviews.css"), out: "reviews" }
  ],
  outdir: "/",
  bundle: true,
  write: false,
  minify: true,
  format: "esm",
  target: ["es2023", "chrome120", "firefox121", "safari17"],
  jsx: "automatic",
  jsxImportSource: "preact",
  conditions: ["@leadline/source"],
  legalComments: "none",
  logLevel: "warning"
})

const types: { readonly [ending: string]: string } = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml"
}

const files = [
  ["/", readFileSync(join(page, "index.html"), "utf8"), "html"],
  ["/reviews", readFileSync(join(reviews, "index.html"), "utf8"), "html"],
  ["/icon.svg", readFileSync(join(page, "icon.svg"), "utf8"), "svg"],
  ...outputFiles.map(({ path, text }) => [path, text, path.slice(path.lastIndexOf(".") + 1)])
] as const

const assets = Object.fromEntries(
  files.map(([path = "", text = "", ending = ""]) => [
    path,
    {
      type: types[ending],
      text,
      tag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 16)}"`
    }
  ])
)

mkdirSync(join(root, "dist"), { recursive: true })
writeFileSync(join(root, "dist/assets.js"), `export const assets = ${JSON.stringify(assets)}\n`)
const weight = files.reduce((sum, [, text = ""]) => sum + gzipSync(text).length, 0)
console.log(`The page: ${files.length} files, ${(weight / 1000).toFixed(1)} kB compressed`)
