// The command `sizes`: weighs bundles as esbuild makes them for consumers, and writes the table.
import { build } from "esbuild"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { command as define } from "../../command.ts"
import { markdownTable } from "../../tables.ts"
import { type Entry, entries } from "./entries.ts"

/** One bundle with its figures, in gzipped bytes. */
export interface Row {
  readonly entry: Entry
  readonly whole: number
  /** The share of first-party code, by its bytes before compression. */
  readonly own: number
}

const folder = join(import.meta.dirname, "../../..")

const weighEntry = async (entry: Entry): Promise<Row> => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: entry.code, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["@leadline/source"],
    target: "es2023",
    legalComments: "none",
    external: ["node:*", ...(entry.external ?? [])],
    metafile: true,
    write: false,
    logLevel: "silent"
  })
  const whole = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length
  let [own, all] = [0, 0]
  for (const { bytes, inputs } of Object.values(metafile.outputs)) {
    all += bytes
    for (const [path, { bytesInOutput }] of Object.entries(inputs))
      if (!path.includes("node_modules/")) own += bytesInOutput
  }
  return { entry, whole, own: Math.round((whole * own) / all) }
}

/** Weighs every bundle. */
export const weigh = (): Promise<ReadonlyArray<Row>> => Promise.all(entries.map(weighEntry))

const figure = (value: number | undefined): string => value?.toLocaleString("en") ?? ""

const head = `# Sizes

Written by \`npm run lab -- sizes\`. Do not edit.

Bytes of a consumer's bundle: esbuild, minified, gzip level 9. First-party is the share of our modules, by their bytes before compression; all else is Effect.
`

/** The table as Markdown. */
export const render = (rows: ReadonlyArray<Row>): string => {
  const cells = rows.map(({ entry, own, whole }) => [
    entry.name,
    figure(whole),
    figure(entry.wanted?.whole),
    entry.wanted === undefined ? "" : figure(own),
    figure(entry.wanted?.own)
  ])
  const table = markdownTable([["Bundle", "Bytes", "Wanted", "First-party", "Wanted"], ...cells])
  return [head, ...table, ""].join("\n")
}

/** Where the table stands. */
export const tablePath = join(folder, "../../docs/sizes.md")

/** Writes the size table. */
export const command = define({
  about: "Weighs the bundles and writes docs/sizes.md.",
  run: async () => {
    const made = render(await weigh())
    writeFileSync(tablePath, made)
    console.log(made)
  }
})
