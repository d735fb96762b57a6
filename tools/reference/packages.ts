// The public packages and their subpaths, each with its source and its types.
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../generated.ts"

export interface Subpath {
  /** What a program imports: `@leadline/core/decisions`. */
  readonly specifier: string
  /** Of the entry, from the repository's root. */
  readonly source: string
  readonly types: string
}

export interface Package {
  readonly name: string
  readonly description: string
  /** From the repository's root: `packages/core`. */
  readonly dir: string
  /** The folder's own name: `core`. */
  readonly short: string
  readonly subpaths: ReadonlyArray<Subpath>
}

interface Manifest {
  readonly name: string
  readonly description: string
  readonly private?: boolean
  readonly exports: Record<string, null | string | Record<string, string>>
}

/** In order of their folders. Throws for an export without a source. */
export const packages = (): ReadonlyArray<Package> =>
  globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const dir = path.slice(0, -"/package.json".length)
      const manifest: Manifest = JSON.parse(readFileSync(join(root, path), "utf8"))
      if (manifest.private === true) return []
      const subpaths = Object.entries(manifest.exports).flatMap(([subpath, target]) => {
        if (target === null || typeof target === "string") return []
        const { "@leadline/source": source, types } = target
        if (source === undefined || types === undefined) return []
        if (!existsSync(join(root, dir, source))) {
          console.error(`${path} exports ${subpath} from ${source}, which does not exist.`)
          process.exitCode = 1
          return []
        }
        return [
          { specifier: join(manifest.name, subpath), source: join(dir, source), types: join(dir, types) }
        ]
      })
      return [{ name: manifest.name, description: manifest.description, dir, short: basename(dir), subpaths }]
    })
