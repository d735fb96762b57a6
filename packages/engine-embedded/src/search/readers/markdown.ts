// Reads Markdown (CommonMark with tables) and plain text as documents: Markdown as the HTML that it stands for.
import { marked } from "marked"
import { isAlias, isMap, isScalar, parseDocument } from "yaml"
import { type Block, type Document, makeDocument, type Metadata } from "./document.ts"
import { readFragment } from "./html.ts"

/** YAML between two lines of `---`: up to 200 lines. */
const frontMatter = /^\uFEFF?---[ \t]*\n((?:.*\n){0,200}?)(?:---|\.\.\.)[ \t]*(?:\n|$)/

/** Splits a text into front matter and the rest. Entries that are no texts or numbers are left out. */
const splitFrontMatter = (text: string): { readonly meta: Metadata; readonly body: string } => {
  const [whole = "", head = ""] = frontMatter.exec(text) ?? []
  const yaml = parseDocument(head)
  const { contents } = yaml
  // Text between two horizontal rules is no front matter.
  if (!isMap(contents)) return { meta: new Map(), body: text }
  const entries = contents.items.flatMap(
    ({ key, value: given }): ReadonlyArray<readonly [string, string]> => {
      const node = isAlias(given) ? given.resolve(yaml) : given
      const value = isScalar(node) ? node.value : undefined
      const isText = typeof value === "string" || typeof value === "number"
      return isScalar(key) && isText ? [[String(key.value).toLowerCase(), String(value).trim()]] : []
    }
  )
  return { meta: new Map(entries), body: text.slice(whole.length) }
}

const paragraphsOf = (text: string): ReadonlyArray<Block> =>
  text.split(/\n[ \t]*\n/).map((block): Block => ({ kind: "text", text: block.trim() }))

/** Reads Markdown. Line ends stay. */
export const readMarkdown = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  return makeDocument(name, readFragment(marked.parse(body, { async: false, breaks: true })), meta)
}

/** Reads plain text: empty lines separate paragraphs. */
export const readText = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  return makeDocument(name, paragraphsOf(body), meta)
}

/** Reads any text as plain text, in time that depends on its length alone: without front matter. */
export const readPlainly = (name: string, text: string): Document =>
  makeDocument(name, paragraphsOf(text), new Map())
