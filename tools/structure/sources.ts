// The source and test files of the repository, and what each imports.
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join, posix, sep } from "node:path"
import { parseSync } from "oxc-parser"

/** Files by the files that they import, all with paths from the root. */
export type ImportGraph = ReadonlyMap<string, ReadonlyArray<string>>

const generated = new Set(["node_modules", "dist", "coverage"])

/** Every source and test file of packages, apps and tools, with its path from the root. Data and JSON are not sources. */
export const sourceFiles = (root: string): ReadonlyArray<string> =>
  globSync("{packages,apps,tools}/**/*.{ts,tsx,mts,mjs,js}", {
    cwd: root,
    exclude: (path) => generated.has(basename(path)) || basename(path).startsWith(".")
  })
    .map((path) => path.replaceAll(sep, "/"))
    .filter((path) => !path.includes("/data/"))
    .toSorted()

interface Manifest {
  readonly name: string
  readonly exports?: { readonly [subpath: string]: null | string | { readonly [condition: string]: string } }
}

/** The source of each module that a package of the workspace exports. */
const exportedSources = (root: string): ReadonlyMap<string, string> =>
  new Map(
    globSync("{packages,apps}/*/package.json", { cwd: root }).flatMap((path) => {
      const { exports = {}, name }: Manifest = JSON.parse(readFileSync(join(root, path), "utf8"))
      return Object.entries(exports).flatMap(([subpath, target]): ReadonlyArray<[string, string]> => {
        const source = typeof target === "string" ? target : target?.["@leadline/source"]
        return source === undefined
          ? []
          : [[name + subpath.slice(1), posix.join(dirname(path).replaceAll(sep, "/"), source)]]
      })
    })
  )

/** What a file imports and re-exports, types included: specifiers as they are written. */
export const specifiersOf = (path: string, text: string): ReadonlyArray<string> => {
  const { module } = parseSync(path, text)
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value]))
    )
  ]
}

/** The static imports between these files, also across packages. */
export const importGraph = (root: string, files: ReadonlyArray<string>): ImportGraph => {
  const exported = exportedSources(root)
  const known = new Set(files)
  const resolved = (from: string, specifier: string): string | undefined =>
    specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : exported.get(specifier)
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), "utf8")
      const targets = specifiersOf(file, text).map((specifier) => resolved(file, specifier))
      return [file, [...new Set(targets.filter((target) => target !== undefined && known.has(target)))]] as [
        string,
        ReadonlyArray<string>
      ]
    })
  )
}

/** Lines of a file. */
export const linesOf = (root: string, file: string): number =>
  readFileSync(join(root, file), "utf8").split("\n").length - 1

/** Whether a path is there: an exception for a file that is gone is out of date. */
export const isThere = (root: string, path: string): boolean => existsSync(join(root, path))
