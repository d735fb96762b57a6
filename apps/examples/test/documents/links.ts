// Relative links: the file is there, and so is the heading.
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { type Problem, root } from "./list.ts"
import { type Document, read } from "./markdown.ts"

/** A folder shows its README. */
const shown = (path: string): string | undefined => {
  const full = join(root, path)
  if (!existsSync(full)) return undefined
  if (!statSync(full).isDirectory()) return path
  return existsSync(join(full, "README.md")) ? join(path, "README.md") : path
}

const wrong = (target: string, from: Document, anchors: (path: string) => ReadonlyArray<string>) => {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return URL.canParse(target) ? undefined : "is no address"
  const [file = "", anchor] = target.split("#")
  const named = decodeURIComponent(file)
  const path = named === "" ? from.path : shown(normalize(join(dirname(from.path), named)))
  if (path === undefined || path.startsWith("..")) return "is no file here"
  if (anchor === undefined || !path.endsWith(".md")) return undefined
  const here = path === from.path ? from.anchors : anchors(path)
  if (!here.includes(decodeURIComponent(anchor))) return `names no heading of ${path}`
  return here.includes(`${anchor}-1`) ? `names a heading that ${path} has twice` : undefined
}

/** The links of documents that lead nowhere. */
export const deadLinks = (documents: ReadonlyArray<Document>): ReadonlyArray<Problem> => {
  const known = new Map<string, ReadonlyArray<string>>()
  const anchors = (path: string) => {
    const found = known.get(path) ?? read(path, readFileSync(join(root, path), "utf8")).anchors
    known.set(path, found)
    return found
  }
  return documents.flatMap((document) =>
    document.links.flatMap(({ line, target }) => {
      const message = wrong(target, document, anchors)
      return message === undefined
        ? []
        : [{ document: document.path, line, message: `the link ${target} ${message}` }]
    })
  )
}
