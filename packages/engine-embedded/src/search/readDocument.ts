// Reads the document of a file, and detects its language. Loaded when files are read: it takes parsers of three formats.
import { basename } from "node:path"
import { detectLanguage } from "../text/language.ts"
import { unspaced } from "./analyzer.ts"
import type { SourceFile } from "./folder.ts"
import type { Document } from "./readers/document.ts"
import { readHtml } from "./readers/html.ts"
import { readMarkdown, readText } from "./readers/markdown.ts"

/** Letters with marks become one character each, as in a query. */
const read = ({ path, ...file }: SourceFile): Document => {
  const [name, text] = [basename(path).normalize(), file.text.normalize()]
  if (/\.html?$/i.test(path)) return readHtml(name, text)
  return /\.txt$/i.test(path) ? readText(name, text) : readMarkdown(name, text)
}

/** Code, tables and URLs, which have no natural language. */
const foreign = /^(`{3,})\n[^]*?\n\1$|^\|.*$|`[^`\n]*`|https?:\/\/\S+/gm

/** Names and parts of identifiers, which any language may have. */
const identifier = /[\p{L}\p{N}]*[\p{N}_@/.=<>#:][\p{L}\p{N}]+\S*|\p{L}+\p{Lu}\S*/gu

/** Words that are examined, at most and at least. */
const maxWords = 100
const minWords = 4

/** The language of the prose of a document. */
const languageOf = ({ passages }: Document): string | undefined => {
  const prose = passages
    .slice(0, 8)
    .map(({ heading, text }) => `${heading}. ${text.replaceAll(foreign, " ").replaceAll(identifier, " ")}`)
    .join("\n")
  const words = prose.match(/[\p{L}\p{M}'’]+/gu)?.slice(0, maxWords) ?? []
  if (words.length < minWords && !unspaced.test(prose)) return undefined
  return detectLanguage(words.join(" ").toLowerCase())
}

/** Reads a file, and detects its language where the file names none. Undefined for one that no reader takes. */
export const readDocument = (source: SourceFile): Document | undefined => {
  try {
    const document = read(source)
    return { ...document, language: document.language ?? languageOf(document) }
  } catch {
    return undefined
  }
}
