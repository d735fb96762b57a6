// The command `sizes`: weighs the bundles and writes the table, or compares it with the one that stands.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Command } from "../Command.ts"
import { shares, sizesOf } from "./bundle.ts"
import { entries } from "./entries.ts"
import { differences, render, type Row } from "./table.ts"

/** Where the table stands. */
export const tablePath = join(import.meta.dirname, "../../../../../docs/sizes.md")

/** Weighs every bundle, one after the other. */
export const weigh = async (): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const entry of entries) rows.push({ entry, ...(await sizesOf(entry.code, entry.external)) })
  return rows
}

/** Says what the heaviest modules of each bundle with a budget add to it. */
const showModules = async (): Promise<void> => {
  for (const { code, external, name, whole } of entries) {
    if (whole === undefined) continue
    const modules = (await shares(code, external)).slice(0, 40)
    const lines = modules.map(({ bytes, path }) => `${String(bytes).padStart(6)}  ${path}`)
    process.stdout.write([name, ...lines, "", ""].join("\n"))
  }
}

/** Writes the size table; with `--check` says where it differs. */
export const sizes: Command = {
  summary: "bytes of bundles; writes docs/sizes.md",
  options: [
    "--check      compares instead, and fails where a figure differs by more than 1 %",
    "--modules    prints instead what each of the heaviest modules adds, in gzipped bytes"
  ],
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: { check: { type: "boolean", default: false }, modules: { type: "boolean", default: false } }
    })
    if (values.modules) {
      await showModules()
      return 0
    }
    const made = render(await weigh())
    if (!values.check) {
      writeFileSync(tablePath, made)
      process.stdout.write(made)
      return 0
    }
    const wrong = differences(existsSync(tablePath) ? readFileSync(tablePath, "utf8") : "", made)
    for (const line of wrong) process.stderr.write(`docs/sizes.md: ${line}\n`)
    if (wrong.length > 0) process.stderr.write('Run "npm run generate:sizes" and commit it.\n')
    return wrong.length > 0 ? 1 : 0
  }
}
