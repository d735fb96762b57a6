// The command `sizes`: weighs the bundles and writes the table; and what differs between two tables.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { command as define } from "../../command.ts"
import { markdownTable } from "../../tables.ts"
import { type Sizes, sizesOf } from "./bundle.ts"
import { type Entry, entries } from "./entries.ts"

/** One bundle with its figures. */
export interface Row extends Sizes {
  readonly entry: Entry
}

const figure = (value: number | undefined): string => (value === undefined ? "" : value.toLocaleString("en"))

const head = [
  "# Sizes",
  "",
  "Written by `npm run lab -- sizes`. Do not edit.",
  "",
  "Bytes of a consumer's bundle: esbuild, minified, gzip level 9. First-party is what the bundle is smaller by without our modules; all else is Effect.",
  ""
]

/** The table as Markdown. */
export const render = (rows: ReadonlyArray<Row>): string => {
  const cells = rows.map(({ entry, own, whole }) => [
    entry.name,
    figure(whole),
    figure(entry.whole),
    entry.whole === undefined ? "" : figure(own),
    figure(entry.own)
  ])
  const table = markdownTable([["Bundle", "Bytes", "Wanted", "First-party", "Wanted"], ...cells])
  return [...head, ...table, ""].join("\n")
}

const numbers = (text: string): ReadonlyMap<string, ReadonlyArray<number>> =>
  new Map(
    text.split("\n").flatMap((row) => {
      const [, name = "", ...cells] = row.split("|").map((cell) => cell.trim())
      const found = cells.flatMap((cell) => (/^[\d,]+$/.test(cell) ? [Number(cell.replaceAll(",", ""))] : []))
      return found.length === 0 ? [] : [[name, found] as const]
    })
  )

/** Figures may differ by so much: compressors differ a little between versions of Node. */
const slack = 0.01

/** What differs between a table that stands and one just made, one line for each; none when they agree. */
export const differences = (standing: string, made: string): ReadonlyArray<string> => {
  const [before, after] = [numbers(standing), numbers(made)]
  const names = new Set([...before.keys(), ...after.keys()])
  return Array.from(names).flatMap((name) => {
    const [old = [], now = []] = [before.get(name), after.get(name)]
    const agrees =
      old.length === now.length &&
      now.every((value, index) => Math.abs(value - (old[index] ?? 0)) <= slack * value)
    return agrees
      ? []
      : [`${name}: ${old.join(" ") || "missing"} stands, ${now.join(" ") || "nothing"} is measured`]
  })
}

/** Where the table stands. */
export const tablePath = join(import.meta.dirname, "../../../../../docs/sizes.md")

/** Weighs every bundle, one after the other. */
export const weigh = async (): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const entry of entries) rows.push({ entry, ...(await sizesOf(entry.code, entry.external)) })
  return rows
}

/** Writes the size table. */
export const command = define({
  about: "Weighs the bundles and writes docs/sizes.md.",
  run: async () => {
    const made = render(await weigh())
    writeFileSync(tablePath, made)
    console.log(made)
  }
})
