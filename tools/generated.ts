// Writes generated files, or checks that they are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "..")

/** Writes a generated file or, with `--check`, fails when the committed one differs. */
export const settle = (path: string, text: string, script: string): void => {
  const file = join(root, path)
  const current = existsSync(file) ? readFileSync(file, "utf8") : undefined
  if (current === text) return
  if (process.argv.includes("--check")) {
    console.error(`${path} is out of date. Run "npm run ${script}" and commit it.`)
    process.exitCode = 1
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`wrote ${path}`)
}
