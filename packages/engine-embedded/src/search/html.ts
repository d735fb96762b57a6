// Reads HTML as blocks of visible text, without scripts, styles and navigation.
import { type Block, type Document, makeDocument } from "./document.ts"

const namedEntities: { readonly [name: string]: string } = {
  amp: "&",
  apos: "'",
  copy: "©",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  nbsp: " ",
  ndash: "–",
  quot: '"',
  rdquo: "”",
  rsquo: "’"
}

const character = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ""

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number(decimal))
    if (hex !== undefined) return character(Number.parseInt(hex, 16))
    return Object.hasOwn(namedEntities, name) ? (namedEntities[name] ?? whole) : whole
  })

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : decode(value).trim()
}

const skippedElements = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "nav",
  "head",
  "iframe",
  "form"
])
const inlineElements = new Set(
  "a abbr b bdi bdo cite code data dfn em i kbd mark q s samp small span strong sub sup time u var wbr".split(
    " "
  )
)

const normalizeText = (text: string): string => decode(text).replaceAll(/\s+/g, " ").trim()

const metaOf = (text: string): Map<string, string> => {
  const meta = new Map<string, string>()
  const head = text.slice(0, 100_000)
  const title = /<title[^<>]*>([^<]*)<\/title/i.exec(head)?.[1]
  if (title !== undefined) meta.set("title", normalizeText(title))
  const language = attribute(/<html(?:\s[^<>]*)?>/i.exec(head)?.[0] ?? "", "lang")
  if (language !== undefined) meta.set("lang", language)
  for (const [tag] of head.matchAll(/<meta\s[^<>]*>/gi)) {
    const name = attribute(tag, "name") ?? attribute(tag, "property")
    const content = attribute(tag, "content")
    if (name !== undefined && content !== undefined) meta.set(name.toLowerCase(), content)
  }
  return meta
}

const tagPattern = /<!--|<(\/?)([a-z][a-z\d]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/giy

/** Reads HTML, valid or not, in one pass. Linear in the length of the text. */
export const readHtml = (name: string, text: string): Document => {
  const blocks: Array<Block> = []
  let words = ""
  let level: number | undefined
  const close = () => {
    const found = normalizeText(words)
    if (found !== "") blocks.push(level === undefined ? { text: found } : { level, text: found })
    words = ""
  }
  let at = 0
  while (at < text.length) {
    const next = text.indexOf("<", at)
    words += text.slice(at, next < 0 ? text.length : next)
    if (next < 0) break
    tagPattern.lastIndex = next
    const tag = tagPattern.exec(text)
    at = next + (tag?.[0].length ?? 1)
    if (tag === null) {
      const declaration = text[at] === "!" || text[at] === "?" ? text.indexOf(">", at) : -1
      if (declaration >= 0) at = declaration + 1
      else words += "<"
      continue
    }
    if (tag[0] === "<!--") {
      const end = text.indexOf("-->", at)
      at = end < 0 ? text.length : end + 3
      continue
    }
    const [, closing, raw = ""] = tag
    const element = raw.toLowerCase()
    if (closing === "" && skippedElements.has(element)) {
      const end = new RegExp(`</${element}\\s*>`, "ig")
      end.lastIndex = at
      at = end.exec(text) === null ? text.length : end.lastIndex
    } else if (!inlineElements.has(element)) {
      close()
      level = closing === "" && /^h[1-6]$/.test(element) ? Number(element[1]) : undefined
    }
  }
  close()
  return makeDocument(name, blocks, metaOf(text))
}
