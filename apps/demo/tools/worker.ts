// Bundles the demo for workerd as one module, without the embedded service, which does not run there.
import { build } from "esbuild"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

await build({
  entryPoints: [join(root, "src/main.ts")],
  outfile: join(root, "dist/worker.js"),
  bundle: true,
  format: "esm",
  target: "es2023",
  conditions: ["@leadline/source", "workerd"],
  external: ["*/embeddedService.ts"],
  logLevel: "warning"
})
