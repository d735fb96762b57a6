// Reads Markdown (CommonMark with tables) and plain text as documents: Markdown as the HTML that it stands for.
import { Lexer, Parser, Tokenizer } from "marked"
import { isAlias, isMap, isScalar, parseDocument } from "yaml"
import { type Block, type Document, makeDocument, type Metadata } from "./document.ts"
import { readFragment } from "./html.ts"

/** Longer paragraphs, in characters, are read as plain text: parsing inline markup can take quadratic time. */
const maxInlineLength = 20_000

/** Quotes and lists within each other. Each reads its text again: deeper ones stay text. */
const maxDepth = 32

/** Cells of a table, with those that short rows lack, of which the lexer makes empty ones. Larger ones stay text. */
const maxCells = 200_000

/** A tokenizer whose time and memory depend on the length of the text alone. */
class BoundedTokenizer extends Tokenizer {
  #depth = 0

  override blockquote(src: string) {
    return this.#inside(() => super.blockquote(src))
  }

  override list(src: string) {
    return this.#inside(() => super.list(src))
  }

  override table(src: string) {
    const [table = "", header = ""] = this.rules.block.table.exec(src) ?? []
    const cells = header.split("|").length * table.split("\n").length
    return cells > maxCells ? undefined : super.table(src)
  }

  #inside<A>(read: () => A): A | undefined {
    if (this.#depth >= maxDepth) return undefined
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }
}

/** YAML between two lines of `---`: up to 200 lines. Of its first characters those are read: parsing some takes quadratic time. */
const frontMatter = /^\uFEFF?---[ \t]*\n((?:.*\n){0,200}?)(?:---|\.\.\.)[ \t]*(?:\n|$)/

const maxFrontMatter = 5_000

/** Splits a text into front matter and the rest. Entries that are no texts or numbers are left out. */
const splitFrontMatter = (text: string): { readonly meta: Metadata; readonly body: string } => {
  const [whole = "", head = ""] = frontMatter.exec(text) ?? []
  const read = head.length > maxFrontMatter ? head.slice(0, maxFrontMatter).replace(/.*$/, "") : head
  const yaml = parseDocument(read)
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

/** A Markdown text as HTML. Line ends stay. Markup in paragraphs that are too long is not parsed. */
const htmlOf = (text: string): string => {
  const lexer = new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() })
  lexer.blockTokens(text, lexer.tokens)
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > maxInlineLength) tokens.push({ type: "text", raw: src, text: src, escaped: false })
    else lexer.inlineTokens(src, tokens)
  }
  return Parser.parse(lexer.tokens)
}

const paragraphsOf = (text: string): ReadonlyArray<Block> =>
  text.split(/\n[ \t]*\n/).map((block): Block => ({ kind: "text", text: block.trim() }))

/** Reads Markdown. A text that is nested too deeply is read as plain text. */
export const readMarkdown = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  try {
    return makeDocument(name, readFragment(htmlOf(body)), meta)
  } catch (error) {
    if (error instanceof RangeError) return makeDocument(name, paragraphsOf(body), meta)
    throw error
  }
}

/** Reads plain text: empty lines separate paragraphs. */
export const readText = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  return makeDocument(name, paragraphsOf(body), meta)
}
