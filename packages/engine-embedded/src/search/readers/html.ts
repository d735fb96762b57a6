// Reads HTML as blocks of visible text, without scripts, styles and navigation.
import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5"
import { wordSet } from "../../text/wordLists.ts"
import { type Block, type Document, makeDocument } from "./document.ts"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const skippedElements =
  wordSet(`script style noscript template svg math nav head iframe form select button dialog object audio video
  canvas`)
const inlineElements =
  wordSet(`a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q ruby rb rt rp s
  samp small span strong sub sup time tt u var wbr`)

/** Elements that begin a line in an item of a list, and a text elsewhere. */
const withinItems = new Set(["p", "div", "ul", "ol", "dl"])

const isElement = (node: Node): node is Element => "tagName" in node

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((entry) => entry.name === name)?.value

const children = (node: Node): ReadonlyArray<Node> => ("childNodes" in node ? node.childNodes : [])

const isHidden = (element: Element): boolean =>
  skippedElements.has(element.tagName) || element.attrs.some(({ name }) => name === "hidden")

/** Puts the nodes below a node on a stack, the first one on top. */
const pushChildren = (open: Pick<Array<Node>, "push">, node: Node): void => {
  for (const child of children(node).toReversed()) open.push(child)
}

/**
 * A node and the nodes below it, in order, without those below an element that is not entered. The stack is explicit:
 * elements may nest deeper than calls.
 */
function* nodesOf(root: Node, enters: (element: Element) => boolean): Generator<Node, void> {
  const open: Array<Node> = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node
    if (node === root || !isElement(node) || enters(node)) pushChildren(open, node)
  }
}

const textOf = (root: Node): string => {
  let text = ""
  for (const node of nodesOf(root, (element) => !isHidden(element)))
    if (node.nodeName === "#text" && "value" in node) text += node.value
    else if (node.nodeName === "br") text += "\n"
  return text
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const descendants = (root: Node, ...names: ReadonlyArray<string>): ReadonlyArray<Element> => {
  const isWanted = (element: Element) => element !== root && names.includes(element.tagName)
  return [...nodesOf(root, (element) => !isWanted(element))].filter(isElement).filter(isWanted)
}

/**
 * The rows of a table of data, after the names of its columns: without cells for names, columns have none. Undefined for a
 * layout table, with headings, lists or tables in its cells.
 */
const dataRowsOf = (table: Element): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  if (descendants(table, "table", "h1", "h2", "h3", "ul", "ol", "pre").length > 0) return undefined
  const rows = descendants(table, "tr")
    .map((row) => descendants(row, "td", "th").map((cell) => oneLine(textOf(cell))))
    .filter((cells) => cells.some((cell) => cell !== ""))
  if (rows.length < 2) return undefined
  return descendants(table, "th").length > 0 ? rows : [(rows[0] ?? []).map(() => ""), ...rows]
}

/** What stands before an item of a list: its number, the next one of `numbers`, or a dash; nothing for another element. */
const markOf = ({ parentNode, tagName }: Element, numbers: Map<Node, number>): string => {
  if (tagName !== "li") return tagName === "dt" || tagName === "dd" ? "- " : ""
  if (parentNode?.nodeName !== "ol" || !isElement(parentNode)) return "- "
  const number = numbers.get(parentNode) ?? (Number(attribute(parentNode, "start")) || 1)
  numbers.set(parentNode, number + 1)
  return `${number}. `
}

/** The blocks below a node: text is closed by every element that is not inline. */
const blocksOf = (root: Node): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  const numbers = new Map<Node, number>()
  let lines: Array<string> = []
  // `terms`: how many lines there are after the last <dt>.
  let [words, mark, term, items, terms] = ["", "", "", 0, 0]
  const endLine = () => {
    const line = oneLine(words)
    words = ""
    if (line === "") return
    lines.push(mark + line)
    mark = term = ""
  }
  /** What stands before the next line. A term without a value behind it is a line of its own. */
  const setMark = (next: string) => {
    if (term !== "") lines.push(term)
    term = ""
    mark = next
  }
  const endText = () => {
    endLine()
    setMark("")
    if (lines.length > 0) blocks.push({ kind: "text", text: lines.join("\n") })
    lines = []
  }
  const add = (block: Block) => {
    endText()
    if (block.kind === "table" || block.text !== "") blocks.push(block)
  }
  const open: Array<Node | (() => void)> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "function") {
      next()
      continue
    }
    if (next.nodeName === "#text" && "value" in next) words += next.value
    if (isElement(next)) {
      const name = next.tagName
      if (isHidden(next)) continue
      const rows = name === "table" ? dataRowsOf(next) : undefined
      if (/^h[1-6]$/.test(name)) add({ kind: "heading", level: Number(name[1]), text: oneLine(textOf(next)) })
      else if (name === "pre") add({ kind: "code", text: textOf(next).replace(/^\n+/, "").trimEnd() })
      else if (rows !== undefined) add({ kind: "table", rows })
      else if (name === "br" || name === "hr") endLine()
      else if (attribute(next, "type") === "checkbox")
        words += attribute(next, "checked") === undefined ? "[ ] " : "[x] "
      else if (name === "code") words += `\`${textOf(next)}\``
      else {
        const itemMark = markOf(next, numbers)
        const end = items > 0 && withinItems.has(name) ? endLine : endText
        if (itemMark !== "") {
          endLine()
          const isValue = name === "dd" && lines.length > 0 && lines.length === terms
          // The value of a term stands behind it: "- Saturday: 9 to 13".
          setMark("  ".repeat(items) + itemMark)
          if (isValue) {
            term = lines.pop() ?? ""
            mark = `${term}: `
          }
          items++
          const before = lines.length
          open.push(() => {
            endLine()
            setMark("")
            items--
            terms = name === "dt" && lines.length > before ? lines.length : 0
          })
        } else if (!inlineElements.has(name)) {
          end()
          open.push(end)
        }
        pushChildren(open, next)
      }
    } else pushChildren(open, next)
  }
  endText()
  return blocks
}

/** The blocks of a piece of HTML. */
export const readFragment = (text: string): ReadonlyArray<Block> => blocksOf(parseFragment(text))

const metaOf = (document: Node): Map<string, string> => {
  const meta = new Map<string, string>()
  for (const element of descendants(document, "title", "meta")) {
    const name = attribute(element, "name") ?? attribute(element, "property")
    const content = attribute(element, "content")
    if (element.tagName === "title") {
      if (!meta.has("title")) meta.set("title", oneLine(textOf(element)))
    } else if (name !== undefined && content !== undefined) meta.set(name.toLowerCase(), content.trim())
  }
  const html = children(document).find(isElement)
  const language = html && attribute(html, "lang")
  if (language !== undefined) meta.set("lang", language)
  return meta
}

/** Reads HTML, valid or not. */
export const readHtml = (name: string, text: string): Document => {
  const document = parse(text)
  return makeDocument(name, blocksOf(document), metaOf(document))
}
