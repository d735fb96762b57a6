// Reads Markdown (CommonMark with tables) and plain text as blocks.
import { Lexer, type Token, Tokenizer, type Tokens } from "marked"
import type { Block } from "./blocks.ts"
import { type Document, makeDocument } from "./document.ts"
import { splitFrontMatter } from "./frontMatter.ts"
import { decodeReferences, readFragment } from "./html.ts"

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

/** The kinds of inline tokens that are read here. The types of the lexer are more general. */
type Inline =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Link
  | Tokens.Image
  | Tokens.Codespan
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Br
  | Tokens.Tag
  | Tokens.Checkbox
type BlockToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Checkbox
  | Tokens.Code
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Table
  | Tokens.HTML
  | Tokens.Space
  | Tokens.Hr
  | Tokens.Def

/** Inline tokens as plain text. Images in links are left out: they are mostly badges. */
const plain = (tokens: ReadonlyArray<Token> | undefined, inLink = false): string =>
  ((tokens ?? []) as ReadonlyArray<Inline>)
    .map((token) => {
      if (token.type === "br") return "\n"
      if (token.type === "html") return /^<(?:br|hr)\b/i.test(token.raw) ? "\n" : ""
      if (token.type === "checkbox") return token.raw
      if (token.type === "image") return inLink ? "" : decodeReferences(token.text)
      if (token.type === "escape") return token.text
      // What is code stays marked: its signs are no markup.
      if (token.type === "codespan") return token.text.includes("`") ? token.raw : `\`${token.text}\``
      const inner =
        token.tokens === undefined
          ? decodeReferences(token.text)
          : plain(token.tokens, token.type === "link" || inLink)
      return inner
    })
    .join("")

const lineOf = (tokens: ReadonlyArray<Token> | undefined): string =>
  plain(tokens)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")

/** Appends the items of a list to `lines`; other blocks in them go to `walk`. */
const readList = (
  { items, ordered, start }: Tokens.List,
  depth: number,
  lines: Array<string>,
  walk: (tokens: ReadonlyArray<Token>) => void
): void => {
  for (const [index, item] of items.entries()) {
    let mark = `${"  ".repeat(depth)}${ordered ? `${(start || 1) + index}.` : "-"} `
    for (const token of item.tokens as ReadonlyArray<BlockToken>) {
      // The box of a task is beside its text, or in its paragraph.
      if (token.type === "checkbox") mark += token.raw
      else if (token.type === "text" || token.type === "paragraph") {
        const text = lineOf(token.tokens).replaceAll("\n", " ")
        if (text !== "") lines.push(mark + text)
        mark = "  ".repeat(depth + 1)
      } else if (token.type === "list") readList(token, Math.min(depth + 1, 8), lines, walk)
      else walk([token])
    }
  }
}

const blocksOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  const addText = (text: string) => {
    if (text !== "") blocks.push({ kind: "text", text })
  }
  const walk = (list: ReadonlyArray<Token>): void => {
    for (const token of list as ReadonlyArray<BlockToken>) {
      if (token.type === "heading") {
        const text = lineOf(token.tokens).replaceAll("\n", " ").replaceAll("`", "")
        if (text !== "") blocks.push({ kind: "heading", level: token.depth, text })
      } else if (token.type === "paragraph" || token.type === "text") addText(lineOf(token.tokens))
      else if (token.type === "code") blocks.push({ kind: "code", text: token.text })
      else if (token.type === "html") blocks.push(...readFragment(token.text))
      else if (token.type === "blockquote") walk(token.tokens)
      else if (token.type === "table")
        blocks.push({
          kind: "table",
          rows: [token.header, ...token.rows].map((row) => row.map((cell) => lineOf(cell.tokens)))
        })
      else if (token.type === "list") {
        const lines: Array<string> = []
        const end = () => {
          addText(lines.join("\n"))
          lines.length = 0
        }
        readList(token, 0, lines, (inner) => {
          end()
          walk(inner)
        })
        end()
      }
    }
  }
  walk(tokens)
  return blocks
}

/** The tokens of a Markdown text. Markup in paragraphs that are too long is not parsed. */
const tokensOf = (text: string): ReadonlyArray<Token> => {
  const lexer = new Lexer({ gfm: true, tokenizer: new BoundedTokenizer() })
  lexer.blockTokens(text, lexer.tokens)
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > maxInlineLength) tokens.push({ type: "text", raw: src, text: src, escaped: false })
    else lexer.inlineTokens(src, tokens)
  }
  return lexer.tokens
}

const paragraphsOf = (text: string): ReadonlyArray<Block> =>
  text
    .split(/\n[ \t]*\n/)
    .map((block): Block => ({ kind: "text", text: block.trim() }))
    .filter((block) => block.kind === "text" && block.text !== "")

/** Reads Markdown. A text that is nested too deeply is read as plain text. */
export const readMarkdown = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  let blocks: ReadonlyArray<Block>
  try {
    blocks = blocksOf(tokensOf(body))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    blocks = paragraphsOf(body)
  }
  return makeDocument(name, blocks, meta)
}

/** Reads plain text: empty lines separate paragraphs. */
export const readText = (name: string, text: string): Document => {
  const { body, meta } = splitFrontMatter(text)
  return makeDocument(name, paragraphsOf(body), meta)
}
