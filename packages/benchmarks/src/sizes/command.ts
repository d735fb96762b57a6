// The command `sizes`: weighs the bundles and writes the table, or compares it with the one that stands.
// Source: none; Assumed: ours.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Command } from "../Command.ts"
import { sizesOf } from "./bundle.ts"
import { entries } from "./entries.ts"
import { differences, render, type Row } from "./table.ts"

/** Where the table stands. */
export const tablePath = join(import.meta.dirname, "../../../../docs/sizes.md")

/** Weighs every bundle, one after the other. */
export const weigh = async (): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const entry of entries) rows.push({ entry, ...(await sizesOf(entry.code, entry.external)) })
  return rows
}

/** Writes the size table; with `--check` says where it differs. */
export const sizes: Command = {
  summary: "bytes of bundles; writes docs/sizes.md",
  options: ["--check      compares instead, and fails where a figure differs by more than 1 %"],
  run: async (args) => {
    const { values } = parseArgs({ args: [...args], options: { check: { type: "boolean", default: false } } })
    const made = render(await weigh())
    if (!values.check) {
      writeFileSync(tablePath, made)
      process.stdout.write(made)
      return 0
    }
    const wrong = differences(existsSync(tablePath) ? readFileSync(tablePath, "utf8") : "", made)
    for (const line of wrong) process.stderr.write(`docs/sizes.md: ${line}\n`)
    if (wrong.length > 0) process.stderr.write('Run "npm run sizes" and commit it.\n')
    return wrong.length > 0 ? 1 : 0
  }
}
