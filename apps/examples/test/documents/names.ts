// What prose names in code: scripts, paths and settings of this repository exist.
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Problem, root } from "./list.ts"
import type { Document } from "./markdown.ts"

const scriptsOf = (folder: string): ReadonlyArray<string> => {
  const file = join(root, folder, "package.json")
  if (!existsSync(file)) return []
  const { scripts = {} }: { readonly scripts?: Record<string, string> } = JSON.parse(
    readFileSync(file, "utf8")
  )
  return Object.keys(scripts)
}

const sources = [
  "{packages,apps}/*/{src,tools,test}/**/*.{ts,tsx,mjs,mts}",
  "tools/**/*.{ts,mjs}",
  ".github/**/*.yml",
  ".pnpmfile.mjs"
]

/** Every variable that a source, a tool or a test reads or sets. */
const variables = (): ReadonlySet<string> =>
  new Set(
    globSync([...sources], { cwd: root, exclude: ["apps/examples/test/documents/**"] })
      .map((path) => readFileSync(join(root, path), "utf8"))
      .flatMap((text) => text.match(/\bLEADLINE_[A-Z_]+\b/g) ?? [])
  )

/** In the repository, or beside the document. */
const exists = (path: string, { path: from }: Document): boolean =>
  [".", dirname(from)].some((folder) => existsSync(join(root, folder, path)))

/** The names that mean nothing. */
export const unknownNames = (documents: ReadonlyArray<Document>): ReadonlyArray<Problem> => {
  const known = variables()
  const ours = scriptsOf(".")
  return documents.flatMap((document) => {
    const theirs = scriptsOf(dirname(document.path))
    const problem = (line: number, message: string): Problem => ({ document: document.path, line, message })
    return document.spans.flatMap(({ code, line }) => {
      const { 1: script } = /^(?:npm|pnpm) run (?:-s )?([\w:-]+)/.exec(code) ?? []
      const { 0: path } = /^(?:packages|apps|docs|tools)\/[\w./@-]+$/.exec(code) ?? []
      const unset = (code.match(/\bLEADLINE_[A-Z_]+\b/g) ?? []).filter(
        (name) => !name.endsWith("_") && !known.has(name)
      )
      return [
        ...(script === undefined || [...ours, ...theirs].includes(script)
          ? []
          : [problem(line, `no script "${script}" in package.json`)]),
        ...(path === undefined || path.includes("/dist") || exists(path, document)
          ? []
          : [problem(line, `no file or folder ${path}`)]),
        ...unset.map((name) => problem(line, `nothing reads ${name}`))
      ]
    })
  })
}
