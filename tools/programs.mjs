// Bundles the programs that tests start many times: a few files load in a third of the time that a thousand do.
// The folder to write to is the argument. Tests find the programs in it by BUNDLED_PROGRAMS, without it they start the sources.
import { globSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { root } from "./run.mjs"

const programs = globSync(
  [
    "apps/rest/src/main.ts",
    "apps/examples/src/own-server/serve.ts",
    "apps/examples/src/programs/*/*.ts",
    "packages/lab/src/load/serverProcess.ts",
    "packages/lab/src/threats/serverProcess.ts"
  ],
  { cwd: root }
)

/** A module still finds the files beside its source. */
const asSource = {
  name: "as-source",
  transform: {
    filter: { code: /import\.meta\.(?:dirname|url)/ },
    handler: (code, id) =>
      code
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
  }
}

/** Its libraries for the machine are no modules: it is loaded from where it is installed. */
const llama = {
  name: "llama",
  resolveId: {
    filter: { id: /^node-llama-cpp$/ },
    handler: () => ({
      id: pathToFileURL(join(root, "packages/engine-llama/node_modules/node-llama-cpp/dist/index.js")).href,
      external: true
    })
  }
}

const bundle = await rolldown({
  input: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ""), join(root, path)])),
  platform: "node",
  resolve: { conditionNames: ["@leadline/source", "node", "import"] },
  plugins: [asSource, llama]
})
const folder = process.argv[2]
await bundle.write({
  dir: folder,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "parts/[hash].js"
})
await bundle.close()
// Without it Node reads each file twice to find out that it is a module.
writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
