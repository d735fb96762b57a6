// Versions of the tools that consumers use. Those of TypeScript and Vite come through the registry, all others are in
// this workspace.
import { join } from "node:path"

/** A file of the packages of this workspace. */
const installed = (path: string) => join(import.meta.dirname, "../../../node_modules", path)

/** Supported compilers. */
export const typescripts = { "5.9": "5.9.3", "6": "6.0.3", "7": "7.0.2" } as const

/** Tools that a project installs. */
export const tools = { esbuild: "0.28.2", typesOfNode: "24.19.2", vite: "8.3.8" } as const

/** Directories of Node by major version. */
export const nodes = {
  22: installed("node22/bin"),
  24: installed("node24/bin"),
  26: join(process.execPath, "..")
} as const

/** Programs of other runtimes. */
export const programs = {
  bun: installed(".bin/bun"),
  deno: installed(".bin/deno"),
  workerd: installed(".bin/workerd")
} as const
