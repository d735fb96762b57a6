// Reads Markdown and plain text as blocks. Supports the common parts of Markdown.
import { type Block, type Document, makeDocument } from "./document.ts"

const entry = /^([A-Za-z][\w:-]*):[ \t]*(.*)$/

/** Front matter, `name: value` lines between two `---`, and the rest of the text. */
const frontMatter = (text: string): { readonly meta: Map<string, string>; readonly body: string } => {
  const meta = new Map<string, string>()
  const lines = text.split("\n", 200)
  const end =
    lines[0]?.trimEnd() === "---" ? lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line)) : -1
  if (end < 0) return { meta, body: text }
  for (const line of lines.slice(1, end)) {
    const [, name, value = ""] = entry.exec(line) ?? []
    if (name !== undefined) meta.set(name.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, "$2"))
  }
  return {
    meta,
    body: text
      .split("\n")
      .slice(end + 1)
      .join("\n")
  }
}

/** A line without markup; links keep their text. */
const plain = (line: string): string =>
  line
    .replaceAll(/!?\[([^\][]{0,500})\]\([^()\s]{0,1000}(?:\s"[^"]{0,500}")?\)/g, "$1")
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, " ")
    .replaceAll(/(\*\*|__|~~|`)/g, "")
    .replaceAll(/(^|\s)[*_](\S[^*_]{0,200})[*_](?=\W|$)/g, "$1$2")
    .replace(/^\s*>\s?/, "")
    .replace(/^\s*[-*+]\s+/, "- ")
    .trim()

const rule = /^\s*(?:[-*_]\s*){3,}$|^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/

/** The cells of a table row, joined by colons. */
const row = (line: string): string =>
  line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell).replaceAll("\\|", "|"))
    .filter((cell) => cell !== "")
    .join(": ")

/** Reads Markdown: headings, paragraphs, lists, tables, code. */
export const readMarkdown = (name: string, text: string): Document => {
  const { body, meta } = frontMatter(text)
  const blocks: Array<Block> = []
  let paragraph: Array<string> = []
  let fence: string | undefined
  const close = () => {
    const joined = paragraph.join("\n").trim()
    if (joined !== "") blocks.push({ text: joined })
    paragraph = []
  }
  for (const line of body.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (fence !== undefined) {
      if (mark === fence) fence = undefined
      else paragraph.push(line.trimEnd())
      continue
    }
    const [, signs, heading] = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) ?? []
    if (mark !== undefined) fence = mark
    else if (signs !== undefined && heading !== undefined) {
      close()
      blocks.push({ level: signs.length, text: plain(heading) })
    } else if (/^\s*$/.test(line)) close()
    else if (!rule.test(line)) paragraph.push(/^\s*\|/.test(line) ? row(line) : plain(line))
  }
  close()
  return makeDocument(name, blocks, meta)
}

/** Reads plain text: empty lines separate paragraphs. */
export const readText = (name: string, text: string): Document => {
  const { body, meta } = frontMatter(text)
  const blocks = body
    .split(/\n[ \t]*\n/)
    .map((block) => ({ text: block.trim() }))
    .filter((block) => block.text !== "")
  return makeDocument(name, blocks, meta)
}
