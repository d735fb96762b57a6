// Compiles apps/rest and the packages it is made of into dist. What the manifest names stays outside, and is installed.
// See docs/decisions/0002-tsc-writes-types-programs-are-bundled.md.
import assert from "node:assert/strict"
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative, resolve } from "node:path"
import { rolldown } from "rolldown"
import { isDocumentation } from "../../engine-embedded/src/search/documentation.ts"

const root = resolve(import.meta.dirname, "../../..")
const dist = resolve(import.meta.dirname, "../dist")
const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8"))

/** The program, and the modules that it starts threads of: they find these beside themselves. */
const entries = [
  "apps/rest/src/main.ts",
  "packages/backends/src/openai-compatible/answering/validateThread.ts",
  "packages/engine-embedded/src/search/readThread.ts",
  "packages/engine-embedded/src/structured-output/schemaThread.ts"
]

const named = { ...manifest.dependencies, ...manifest.peerDependencies }

/** The package of an import; undefined for a path. */
const packageOf = (id) => /^(?:@[^/]+\/)?[^./][^/]*/.exec(id)?.[0]

/** Modules that read files beside their source: where those are in the package. */
const places = {
  "apps/rest/src/engines/documents.ts": ['"../../../.."', '"documentation"'],
  "packages/engine-embedded/src/vectors/dataFile.ts": ['"../../data/vectors.bin"', '"vectors.bin"']
}

const inPackage = {
  name: "in-package",
  transform: {
    filter: { id: Object.keys(places).map((path) => join(root, path)) },
    handler: (code, id) => {
      const [from, to] = places[relative(root, id)]
      assert.equal(code.split(from).length, 2, `${id}: ${from}`)
      return code.replace(from, to)
    }
  }
}

/** All packages have one version: that of the package when it is packed, not of core when it was compiled. */
const ownManifest = {
  name: "own-manifest",
  resolveId: (id) =>
    id === "@leadline/core/package.json" ? { id: `${manifest.name}/package.json`, external: true } : undefined
}

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((path) => [basename(path, ".ts"), join(root, path)])),
  external: (id) => Object.hasOwn(named, packageOf(id)),
  platform: "node",
  plugins: [inPackage, ownManifest],
  resolve: { conditionNames: ["@leadline/source", "node", "import"] },
  transform: { target: "es2024" }
})
rmSync(dist, { recursive: true, force: true })
// All in one folder, so that "beside" is true for every module.
const { output } = await bundle.write({
  dir: dist,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js"
})
await bundle.close()

const isInstalled = (id) =>
  !id.startsWith("node:") && !id.startsWith(manifest.name) && !output.some(({ fileName }) => fileName === id)
const imported = output
  .flatMap(({ dynamicImports = [], imports = [] }) => [...imports, ...dynamicImports])
  .filter(isInstalled)
assert.deepEqual(
  new Set(imported.map(packageOf)),
  new Set(Object.keys(named)),
  "The manifest names what the program imports, and no more"
)

/** Not installed, because it would bring a Redis client for everyone: see its licence in NOTICE. */
const copied = "@effect/platform-node"
const installed = output
  .flatMap(({ moduleIds = [] }) => moduleIds)
  .filter((id) => id.includes("/node_modules/"))
assert.ok(
  installed.every((id) => id.includes(`/node_modules/${copied}/`)),
  "No other package is compiled into it"
)

for (const path of globSync(["README.md", "docs/**/*.md", "{packages,apps}/*/README.md"], { cwd: root })) {
  if (isDocumentation(path)) cpSync(join(root, path), join(dist, "documentation", path))
}
cpSync(join(root, "packages/engine-embedded/data/vectors.bin"), join(dist, "vectors.bin"))
const notice = readFileSync(join(root, "packages/engine-embedded/NOTICE"), "utf8")
const licence = readFileSync(join(root, "apps/rest/node_modules", copied, "LICENSE"), "utf8")
writeFileSync(join(dist, "NOTICE"), `${notice}\n${copied}, of which dist has parts\n\n${licence}`)
