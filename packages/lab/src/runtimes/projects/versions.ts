// Versions of the tools that consumers use. Those of TypeScript and Vite come through the registry, all others are in
// this workspace.
import { existsSync } from "node:fs"
import { join } from "node:path"

/** A file of the packages of this workspace. */
const installed = (path: string) => join(import.meta.dirname, "../../../node_modules", path)

/** Supported compilers. */
export const typescripts = { "5.9": "5.9.3", "6": "6.0.3", "7": "7.0.2" } as const

/** Tools that a project installs. */
export const tools = { typesOfNode: "24.19.2", vite: "8.3.8" } as const

/** A package of Node for this platform: pnpm-lock.yaml has a checksum of each. */
const nodePackage = (name: string) => installed(`${name}-${process.platform}-${process.arch}/bin`)

/** Directories of Node by version: the oldest supported one, and the newest of each line. Some platforms lack some. */
export const nodes = {
  "22.19": nodePackage("node22.19"),
  22: nodePackage("node22"),
  24: nodePackage("node24"),
  26: join(process.execPath, "..")
} as const

/** A version of {@link nodes}, as text. */
export type NodeVersion = `${keyof typeof nodes}`

/** The directory of a Node. Throws where there is none: no other Node takes its place. */
export const nodeDirectory = (version: NodeVersion): string => {
  if (existsSync(nodes[version])) return nodes[version]
  throw new Error(`pnpm-lock.yaml has no Node ${version} for ${process.platform}-${process.arch}`)
}

/** Programs of other runtimes. */
export const programs = {
  bun: installed(".bin/bun"),
  deno: installed(".bin/deno"),
  workerd: installed(".bin/workerd")
} as const

const usualChromium = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** The browser in the variable CHROMIUM, else the first in a usual place; undefined: there is none. */
export const chromiumProgram = process.env["CHROMIUM"] ?? usualChromium.find((path) => existsSync(path))

/** What to do without one. */
export const noChromium =
  "There is no Chromium (Debian: apt-get install chromium; macOS: brew install --cask chromium): CHROMIUM names another"
