// What prose names in code: scripts and paths of this repository exist.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Problem, root } from "./list.ts"
import type { Document } from "./markdown.ts"

const scriptsOf = (folder: string): ReadonlyArray<string> => {
  const file = join(root, folder, "package.json")
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, "utf8")).scripts ?? {}) : []
}

/** In the repository, or beside the document. */
const exists = (path: string, from: string): boolean =>
  [".", dirname(from)].some((folder) => existsSync(join(root, folder, path)))

/** The names that mean nothing. */
export const unknownNames = (documents: ReadonlyArray<Document>): ReadonlyArray<Problem> =>
  documents.flatMap(({ path: document, spans }) => {
    const scripts = [...scriptsOf("."), ...scriptsOf(dirname(document))]
    return spans.flatMap(({ code, line }) => {
      const { 1: script } = /^(?:npm|pnpm) run (?:-s )?([\w:-]+)/.exec(code) ?? []
      const { 0: path } = /^(?:packages|apps|docs|tools)\/[\w./@-]+$/.exec(code) ?? []
      const message =
        script !== undefined && !scripts.includes(script)
          ? `no script "${script}" in package.json`
          : path !== undefined && !path.includes("/dist") && !exists(path, document)
            ? `no file or folder ${path}`
            : undefined
      return message === undefined ? [] : [{ document, line, message }]
    })
  })
