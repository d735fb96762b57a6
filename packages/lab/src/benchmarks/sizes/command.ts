// The command `sizes`: weighs the bundles and writes the table, or compares it with the one that stands.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command as define, flag } from "../../command.ts"
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
export const command = define({
  about: "Weighs the bundles and writes docs/sizes.md.",
  options: {
    check: flag("compares instead, and fails where a figure differs by more than 1 %"),
    modules: flag("prints instead what each of the heaviest modules adds, in gzipped bytes")
  },
  run: async ({ check, modules }) => {
    if (modules) return showModules()
    const made = render(await weigh())
    if (!check) {
      writeFileSync(tablePath, made)
      return console.log(made)
    }
    const wrong = differences(existsSync(tablePath) ? readFileSync(tablePath, "utf8") : "", made)
    return wrong.length === 0
      ? []
      : [...wrong.map((line) => `docs/sizes.md: ${line}`), 'Run "npm run lab -- sizes" and commit it.']
  }
})
