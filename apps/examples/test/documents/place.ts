// A folder in which every document has a directory, and every block that is a module has a file in it.
// Its lines are those of the document, so that what compiler and runtime say of a line is true of both.
import { globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { declarations } from "./given.ts"
import { root } from "./list.ts"
import { beside, moduleText } from "./literals.ts"
import type { Block, Document } from "./markdown.ts"

/** The place, by the name of who examines. */
export const placeOf = (name: string): string => join(import.meta.dirname, "../../.results", name)

/** The directory of a document. */
export const directoryOf = (place: string, document: string): string =>
  join(place, document.replaceAll("/", "-").replace(/^\./, "").replace(/\.md$/, ""))

const extensions: Record<string, string> = { ts: "ts", js: "js", mts: "ts", mjs: "js", tsx: "tsx" }

/** A block which is a module. */
export const isModule = (block: Block): boolean => Object.hasOwn(extensions, block.language)

/** What a mark says, if it is there. */
export const marked = (block: Block, kind: string): string | undefined =>
  block.marks.find((mark) => mark.kind === kind)?.text

/** The file of a block, in its document's directory. */
export const fileOf = (block: Block): string =>
  marked(block, "file") ?? `line-${block.line}.${extensions[block.language] ?? block.language}`

const config = {
  extends: join(root, "tsconfig.base.json"),
  compilerOptions: {
    composite: false,
    declarationMap: false,
    noEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    noPropertyAccessFromIndexSignature: false,
    jsx: "preserve",
    plugins: [],
    types: ["node"]
  },
  include: ["**/*.ts", "**/*.tsx"],
  exclude: ["node_modules"],
  // The types of packages come from their builds: their sources have checks of their own.
  references: globSync("packages/{ai-sdk,backends,core,engine-embedded,store-*,testing,transport-*}/", {
    cwd: root
  }).map((folder) => ({ path: join(root, folder) }))
}

/** The blocks a block goes on from, and itself. */
const chain = (document: Document, block: Block): ReadonlyArray<Block> => {
  if (marked(block, "continues") === undefined) return [block]
  const before = document.blocks.filter(
    (each) => each.line < block.line && isModule(each) && marked(each, "file") === undefined
  )
  const last = before.at(-1)
  return last === undefined ? [block] : [...chain(document, last), block]
}

const textOf = (document: Document, block: Block, baseUrl: string): string => {
  const lines: Array<string> = []
  for (const { code, line } of chain(document, block)) {
    while (lines.length < line - 1) lines.push("")
    lines.push(...moduleText(code, baseUrl).split("\n"))
  }
  return `${lines.join("\n")}\n`
}

/** Writes the place again. */
export const lay = (place: string, documents: ReadonlyArray<Document>, baseUrl: string): void => {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, "node_modules/@leadline"), { recursive: true })
  for (const folder of globSync("packages/*/", { cwd: root })) {
    symlinkSync(join(root, folder), join(place, "node_modules/@leadline", basename(folder)))
  }
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config))
  writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(place, "given.d.ts"), declarations())
  for (const document of documents) {
    const directory = directoryOf(place, document.path)
    for (const folder of beside.folders) mkdirSync(join(directory, folder), { recursive: true })
    for (const [name, text] of Object.entries(beside.files)) writeFileSync(join(directory, name), text)
    for (const block of document.blocks) {
      if (block.marks.some(({ kind }) => kind === "not checked" || kind === "from")) continue
      if (!isModule(block) && marked(block, "file") === undefined) continue
      const path = join(directory, fileOf(block))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, isModule(block) ? textOf(document, block, baseUrl) : `${block.code}\n`)
    }
  }
}
