// Bundles a package's modules into one file per export, with shared parts: programs start faster with fewer files.
// Runs in the package's folder, after tsc has written the types.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import { rolldown } from "rolldown"
import { parseAst } from "rolldown/parseAst"

const { exports, imports = {} } = JSON.parse(readFileSync("package.json", "utf8"))
const entry = (name, source, file) => ({ name, source: resolve(source), file: file.slice("./dist/".length) })
const entries = [
  ...Object.entries(exports).flatMap(([name, target]) =>
    typeof target?.default === "string" ? [entry(name, target["@leadline/source"], target.default)] : []
  ),
  ...Object.entries(imports).flatMap(([name, { "@leadline/source": sources, ...files }]) =>
    Object.entries(files).map(([condition, file]) => entry(`${name} ${condition}`, sources[condition], file))
  )
]

/** A file for each export of its own, so that none gets exports that only other parts need. */
const facades = {
  name: "facades",
  resolveId: (id) => (id.startsWith("export:") ? id : undefined),
  load: (id) => (id.startsWith("export:") ? `export * from ${JSON.stringify(id.slice(7))}` : undefined)
}

/** The exports that reach a module. */
const exportsOf = (id, context) => {
  const seen = new Set()
  const visit = (one) => {
    if (seen.has(one)) return
    seen.add(one)
    const { dynamicImporters, importers } = context.getModuleInfo(one)
    for (const importer of [...importers, ...dynamicImporters]) visit(importer)
  }
  visit(id)
  return entries.filter(({ source }) => seen.has(source)).map(({ name }) => name)
}

/** The part of a module: all that a client reaches is one, and else that of all modules that the same exports reach. */
const partOf = (id, context) => {
  const names = exportsOf(id, context)
  return names.includes("./client") ? "client" : names.join().replaceAll(/[./]/g, "_")
}

/** Whether an expression runs code, its functions aside. */
const runsCode = (node) => {
  if (node === null || typeof node !== "object" || node.type?.includes("Function")) return false
  return (
    /^(?:Call|New|Member)Expression$|^Spread|^Template/.test(node.type) || Object.values(node).some(runsCode)
  )
}

/** Marks what makes each constant and each parent of a class as pure: a bundler leaves out what is not used of a file. */
const pureConstants = {
  name: "pure-constants",
  renderChunk: (code, _chunk, _options, { magicString }) => {
    const declarators = parseAst(code).body.flatMap(
      (statement) => (statement.declaration ?? statement).declarations ?? []
    )
    for (const { init } of declarators) {
      // The class itself stays where it is: it has its name from the constant.
      const made = init?.type === "ClassExpression" ? init.superClass : init
      if (!runsCode(made)) continue
      magicString.appendLeft(made.start, "/* @__PURE__ */ (() => (")
      magicString.appendRight(made.end, "))()")
    }
    return magicString
  }
}

const bundle = await rolldown({
  input: Object.fromEntries(entries.map(({ file, source }) => [file, `export:${source}`])),
  external: /^[^./]/,
  platform: "neutral",
  plugins: [facades, pureConstants],
  experimental: { nativeMagicString: true },
  preserveEntrySignatures: "allow-extension",
  transform: { target: "es2024" }
})
const { output } = await bundle.generate({
  dir: "dist",
  format: "esm",
  entryFileNames: "[name]",
  chunkFileNames: "parts/[hash].js",
  hashCharacters: "base36",
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ debugName: "parts", name: partOf, test: (id) => !id.startsWith("export:") }]
  },
  minifyInternalExports: false,
  sourcemap: true,
  sourcemapExcludeSources: true
})

/** A file with re-exports only has no code to map, and rolldown makes no map of it. */
const emptyMap = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" })

const files = new Map()
for (const { code, fileName, map, source, type } of output) {
  if (type !== "chunk") files.set(fileName, source)
  else if (map) files.set(fileName, code)
  else {
    files.set(fileName, `${code}//# sourceMappingURL=${basename(fileName)}.map\n`)
    files.set(`${fileName}.map`, emptyMap)
  }
}

// Unchanged files are not rewritten: another process may be reading them.
const made = new Set()
for (const [fileName, text] of files) {
  const path = resolve("dist", fileName)
  made.add(path)
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
for (const old of globSync("dist/**/*.{js,js.map}")) if (!made.has(resolve(old))) rmSync(old)
