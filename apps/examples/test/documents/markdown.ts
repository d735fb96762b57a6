// What a document of Markdown holds: fenced blocks with the marks before them, headings and links.

/** An HTML comment just before a fence, as `<!-- not run: needs a Redis -->`. */
export interface Mark {
  readonly kind: string
  readonly text: string
}

/** One fenced block. */
export interface Block {
  readonly document: string
  /** Of its first line of code, from 1. */
  readonly line: number
  /** Empty where the fence names none. */
  readonly language: string
  readonly code: string
  readonly marks: ReadonlyArray<Mark>
}

/** A link or an image, as it is written. */
export interface Link {
  readonly line: number
  readonly target: string
}

/** Code within a line of prose. */
export interface Span {
  readonly line: number
  readonly code: string
}

/** What is read of a document. */
export interface Document {
  readonly path: string
  readonly blocks: ReadonlyArray<Block>
  /** The anchors of its headings, one for each, in order. */
  readonly anchors: ReadonlyArray<string>
  readonly links: ReadonlyArray<Link>
  readonly spans: ReadonlyArray<Span>
}

const fence = /^( *)(`{3,}|~{3,})\s*([\w+-]*)/
const mark = /^ *<!--\s*(not run|not checked|continues|file|from)\b\s*:?\s*(.*?)\s*-->\s*$/

/** The comments that stand right above a line, with nothing but empty lines between. */
const marksAbove = (lines: ReadonlyArray<string>, fenceAt: number): ReadonlyArray<Mark> => {
  const found: Array<Mark> = []
  for (let at = fenceAt - 1; at >= 0; at--) {
    const line = lines[at] ?? ""
    if (line.trim() === "") continue
    const { 1: kind, 2: text = "" } = mark.exec(line) ?? []
    if (kind === undefined) break
    found.unshift({ kind, text })
  }
  return found
}

/** As GitHub makes it of a heading; the same heading again gets a number. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>/g, "")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")

const targets = (line: string): ReadonlyArray<string> => {
  const prose = line.replace(/(`+)[^`].*?\1/g, (code) => "`".repeat(code.length))
  return [
    ...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g),
    ...prose.matchAll(/^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g),
    ...prose.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g)
  ].map(({ 1: target = "" }) => target)
}

/** Reads a document. */
export const read = (path: string, text: string): Document => {
  const lines = text.split("\n")
  const blocks: Array<Block> = []
  const anchors: Array<string> = []
  const links: Array<Link> = []
  const spans: Array<Span> = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const { 1: indent = "", 2: ticks, 3: language = "" } = fence.exec(line) ?? []
    if (ticks !== undefined) {
      const length = lines.slice(at + 1).findIndex((each) => each.trim() === ticks)
      const end = length < 0 ? lines.length : at + 1 + length
      const code = lines
        .slice(at + 1, end)
        .map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
      const marks = marksAbove(lines, at)
      blocks.push({ document: path, line: at + 2, language, code: code.join("\n"), marks })
      at = end
      continue
    }
    const { 1: heading } = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? []
    if (heading !== undefined) {
      const plain = anchorOf(heading)
      const before = anchors.filter((each) => each.replace(/-\d+$/, "") === plain || each === plain).length
      anchors.push(before === 0 ? plain : `${plain}-${before}`)
    }
    for (const { 1: own = "" } of line.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.push(own)
    for (const { 2: span = "" } of line.matchAll(/(`+)([^`]+)\1/g))
      spans.push({ line: at + 1, code: span.trim() })
    links.push(...targets(line).map((target) => ({ line: at + 1, target })))
  }
  return { path, blocks, anchors, links, spans }
}
