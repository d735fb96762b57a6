// Reads HTML as blocks of visible text, without scripts, styles and navigation.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5"
import type { Block } from "./blocks.ts"
import { type Document, makeDocument } from "./document.ts"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const skippedElements = new Set(
  "script style noscript template svg math nav head iframe form select button dialog object audio video canvas".split(
    " "
  )
)
const inlineElements = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q ruby rb rt rp s samp small span strong sub sup time tt u var wbr".split(
    " "
  )
)

const isElement = (node: Node): node is Element => "tagName" in node

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((entry) => entry.name === name)?.value

const children = (node: Node): ReadonlyArray<Node> => ("childNodes" in node ? node.childNodes : [])

const isHidden = (element: Element): boolean =>
  skippedElements.has(element.tagName) || element.attrs.some(({ name }) => name === "hidden")

/** All text below a node, in order. The stack is explicit: elements may nest deeper than calls. */
const textOf = (root: Node): string => {
  let text = ""
  const open: Array<Node> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#text" && "value" in node) text += node.value
    else if (isElement(node) && node.tagName === "br") text += "\n"
    else if (!isElement(node) || !isHidden(node))
      for (const child of children(node).toReversed()) open.push(child)
  }
  return text
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const descendants = (root: Node, ...names: ReadonlyArray<string>): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  const open: Array<Node> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node !== root && isElement(node) && names.includes(node.tagName)) found.push(node)
    else for (const child of children(node).toReversed()) open.push(child)
  }
  return found
}

const rowsOf = (table: Element): ReadonlyArray<ReadonlyArray<string>> =>
  descendants(table, "tr")
    .map((row) => descendants(row, "td", "th").map((cell) => oneLine(textOf(cell))))
    .filter((cells) => cells.some((cell) => cell !== ""))

/** Does a table hold data? A layout table, with headings, lists or tables in its cells, does not. */
const isDataTable = (table: Element): boolean =>
  descendants(table, "table", "h1", "h2", "h3", "ul", "ol", "pre").length === 0 && rowsOf(table).length > 1

/** Collects blocks: text is closed by every element that is not inline. */
const makeCollector = () => {
  const blocks: Array<Block> = []
  let lines: Array<string> = []
  let words = ""
  let mark = ""
  const endLine = () => {
    const line = oneLine(words)
    if (line !== "") lines.push(mark + line)
    words = ""
    if (line !== "") mark = ""
  }
  const endText = () => {
    endLine()
    if (lines.length > 0) blocks.push({ kind: "text", text: lines.join("\n") })
    lines = []
    mark = ""
  }
  return {
    blocks,
    say: (text: string) => void (words += text),
    endLine,
    endText,
    item: () => {
      endLine()
      mark = "- "
    },
    add: (block: Block) => {
      endText()
      blocks.push(block)
    }
  }
}

/** The blocks below a node. Linear in its size. */
const blocksOf = (root: Node): ReadonlyArray<Block> => {
  const { add, blocks, endLine, endText, item, say } = makeCollector()
  const open: Array<Node | (() => void)> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "function") {
      next()
      continue
    }
    if (next.nodeName === "#text" && "value" in next) {
      say(next.value)
      continue
    }
    const inner = children(next).toReversed()
    if (!isElement(next)) {
      for (const child of inner) open.push(child)
      continue
    }
    const name = next.tagName
    if (isHidden(next)) continue
    if (name === "br" || name === "hr") endLine()
    else if (/^h[1-6]$/.test(name)) {
      const text = oneLine(textOf(next))
      endText()
      if (text !== "") add({ kind: "heading", level: Number(name[1]), text })
    } else if (name === "pre") {
      const text = textOf(next).replace(/^\n+|\s+$/g, "")
      if (text !== "") add({ kind: "code", text })
    } else if (name === "table" && isDataTable(next)) add({ kind: "table", rows: rowsOf(next) })
    else {
      const isInline = inlineElements.has(name)
      const inList = name === "li" || name === "dt" || name === "dd"
      if (inList) item()
      else if (!isInline) endText()
      open.push(isInline ? () => {} : inList ? endLine : endText)
      for (const child of inner) open.push(child)
    }
  }
  endText()
  return blocks
}

/** The blocks of a piece of HTML. */
export const readFragment = (text: string): ReadonlyArray<Block> => blocksOf(parseFragment(text))

/** Replaces character references such as `&amp;`. */
export const decodeReferences = (text: string): string =>
  text.includes("&") ? textOf(parseFragment(text.replaceAll("<", "&lt;"))) : text

const metaOf = (document: Node): Map<string, string> => {
  const meta = new Map<string, string>()
  for (const element of descendants(document, "title", "meta")) {
    const name = attribute(element, "name") ?? attribute(element, "property")
    const content = attribute(element, "content")
    if (element.tagName === "title") {
      if (!meta.has("title")) meta.set("title", oneLine(textOf(element)))
    } else if (name !== undefined && content !== undefined) meta.set(name.toLowerCase(), content.trim())
  }
  const html = children(document).find((node) => node.nodeName === "html")
  const language = html !== undefined && isElement(html) ? attribute(html, "lang") : undefined
  if (language !== undefined) meta.set("lang", language)
  return meta
}

/** Reads HTML, valid or not. */
export const readHtml = (name: string, text: string): Document => {
  const document = parse(text)
  return makeDocument(name, blocksOf(document), metaOf(document))
}
