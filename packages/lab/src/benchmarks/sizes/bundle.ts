// What a consumer's bundle holds: esbuild from the sources, minified, gzip level 9, and whose bytes they are.
import { build, transform } from "esbuild"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

const folder = join(import.meta.dirname, "../../..")

/** A module of a bundle, minified, without the white space that separates it. */
export interface Part {
  /** As esbuild names it: relative, with `node_modules` for packages of others. */
  readonly path: string
  readonly code: string
}

/** Bytes as they travel. */
export const gzipped = (code: string): number => gzipSync(code, { level: 9 }).length

const bundled = async (entry: string, external: ReadonlyArray<string>, minifyWhitespace: boolean) => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: entry, resolveDir: folder, loader: "ts" },
    bundle: true,
    minifyIdentifiers: true,
    minifySyntax: true,
    minifyWhitespace,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@leadline/source"],
    target: "es2023",
    legalComments: "none",
    external: ["node:*", ...external],
    write: false,
    logLevel: "silent"
  })
  return outputFiles.map(({ text }) => text).join("")
}

/** The modules of a bundle: esbuild writes each one's path above it where white space is left. */
const parted = (text: string): ReadonlyArray<Part> => {
  const [, ...pieces] = text.split(/^\/\/ ((?:\.\.\/|node_modules\/|src\/|\S+:)\S+)\n/m)
  return Array.from({ length: pieces.length / 2 }, (_, index) => ({
    path: pieces[2 * index] ?? "",
    code: pieces[2 * index + 1] ?? ""
  }))
}

const isTheirs = ({ path }: Part): boolean => path.includes("node_modules/")

const joined = async (parts: ReadonlyArray<Part>): Promise<number> => {
  const text = parts.map(({ code }) => code).join("")
  const { code } = await transform(text, { minifyWhitespace: true, legalComments: "none", loader: "js" })
  return gzipped(code)
}

/** Sizes of one entry in gzipped bytes. */
export interface Sizes {
  readonly whole: number
  /** What the whole is smaller by without first-party code. */
  readonly own: number
}

/** Bundles an entry and returns its size, and the share of it that is first-party code. */
export const sizesOf = async (entry: string, external: ReadonlyArray<string>): Promise<Sizes> => {
  const [minified, spaced] = await Promise.all([
    bundled(entry, external, true),
    bundled(entry, external, false)
  ])
  const parts = parted(spaced)
  const [all, theirs] = await Promise.all([joined(parts), joined(parts.filter(isTheirs))])
  return { whole: gzipped(minified), own: all - theirs }
}
