// Turns the documents of the repository into pages of the site: each gets an address, and its links lead to pages.
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { sidebar } from "../.vitepress/sidebar.ts"

export const root = join(import.meta.dirname, "../../..")

/** One page: its address without a slash before it and `.md` after it, and its Markdown. */
export interface Page {
  readonly path: string
  readonly text: string
}

const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** The address of a document, or of a program among the examples. Undefined: it has no page. */
export const addressOf = (source: string): string | undefined => {
  if (source === "README.md") return "index"
  if (source === "docs/README.md") return "pages-by-task"
  if (source === "docs/decisions") return "decisions/index"
  const [, document] = /^docs\/(.+)\.md$/.exec(source) ?? []
  const [, folder] = /^((?:packages|apps)\/[\w-]+)\/README\.md$/.exec(source) ?? []
  const [, program] = /^apps\/examples\/src\/(.+)\.ts$/.exec(source) ?? []
  const [, notice] = /^([A-Z]+)\.md$/.exec(source) ?? []
  if (program !== undefined) return `examples/${program}`
  return document ?? folder ?? notice?.toLowerCase()
}

/** The documents that the sidebar names, and the decisions. */
export const documents: ReadonlyArray<string> = [
  ...sidebar
    .flatMap(({ pages }) => pages.map((page) => (typeof page === "string" ? page : page[0])))
    .filter((source) => source.endsWith(".md")),
  ...globSync("docs/decisions/[0-9]*.md", { cwd: root, exclude: ["**/0000-*"] }).toSorted()
]

const programs = globSync("apps/examples/src/**/*.ts", { cwd: root }).toSorted()
const pages = new Map(
  [...documents, ...programs, "docs/decisions"].map((source) => [source, addressOf(source) ?? source])
)

/** Documents below `docs` that no page of the site shows. */
export const forgotten: ReadonlyArray<string> = globSync("docs/**/*.md", { cwd: root }).filter(
  (path) => !pages.has(path) && !path.endsWith("/0000-template.md")
)

/** The heading of a document, without the marks of Markdown. */
export const titleOf = (source: string): string =>
  (/^# (.+)$/m.exec(read(source))?.[1] ?? source).replaceAll("`", "")

/** A folder shows its README. */
const shown = (path: string): string => {
  const full = join(root, path)
  const isFolder = existsSync(full) && statSync(full).isDirectory()
  return isFolder && existsSync(join(full, "README.md")) ? `${path}/README.md` : path
}

const links = /\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!\w+:|#)([^()\s]+)\)/g

/** Where links lead that have no page: `https://forge.example/owner/name`. Undefined: their paths are named. */
const relink = (line: string, source: string, repository: string | undefined): string =>
  line.replaceAll(links, (_, label: string, target: string) => {
    const [file = "", anchor] = target.split("#")
    const path = shown(posix.join(posix.dirname(source), file).replace(/\/$/, ""))
    const page = pages.get(path)
    const end = anchor === undefined ? "" : `#${anchor}`
    if (page !== undefined) return `[${label}](/${page.replace(/(?:^|(?<=\/))index$/, "")}${end})`
    if (repository !== undefined) return `[${label}](${repository}/blob/HEAD/${path}${end})`
    return label.replaceAll("`", "") === path ? `\`${path}\`` : `${label} (\`${path}\`)`
  })

/** The search leaves such a page out. */
const unsearched = "---\nsearch: false\n---\n\n"

/** Lists, and pages for those who change Leadline: their words would hide the pages that readers look for. */
const isUnsearched = (source: string): boolean =>
  /^(?:docs\/(?:decisions\/|(?:README|assumptions|sizes)\.md$)|AGENTS\.md$)/.test(source)

/** Documents do not know where their repository is: the site does. */
const named = (page: string, repository: string | undefined): string =>
  repository === undefined
    ? page
    : page.replaceAll("OWNER/leadline", new URL(repository).pathname.replaceAll(/^\/+|(\.git)?\/*$/g, ""))

/** The Markdown of a document with links to pages, and without its comments. */
const pageOf = (source: string, repository: string | undefined): string => {
  let isCode = false
  const page = read(source)
    .split("\n")
    .flatMap((line) => {
      if (/^ *(?:`{3,}|~{3,})/.test(line)) isCode = !isCode
      if (isCode) return [line]
      return /^ *<!--.*-->\s*$/.test(line) ? [] : [relink(line, source, repository)]
    })
    .join("\n")
  const text = named(page, repository)
  return isUnsearched(source) ? `${unsearched}${text}` : text
}

/** A program as a page. */
const programPage = (source: string): string => {
  const name = posix.basename(source)
  return `${unsearched}# ${name}\n\n\`${source}\`\n\n\`\`\`ts\n${read(source).trimEnd()}\n\`\`\`\n`
}

const decisionsPage = (): string => {
  const decisions = documents.filter((source) => source.startsWith("docs/decisions/"))
  return [
    "# Decisions",
    "Why things are as they are, one page each.",
    decisions.map((source) => `- [${titleOf(source)}](/${addressOf(source)})`).join("\n")
  ].join("\n\n")
}

/** All pages but the changelog. */
export const allPages = (repository: string | undefined): ReadonlyArray<Page> => [
  ...documents.map((source) => ({ path: addressOf(source) ?? source, text: pageOf(source, repository) })),
  ...programs.map((source) => ({ path: addressOf(source) ?? source, text: programPage(source) })),
  { path: "decisions/index", text: `${unsearched}${decisionsPage()}\n` }
]
