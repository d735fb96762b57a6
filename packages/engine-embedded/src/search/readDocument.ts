// Reads the document of a file, and detects its language. Loaded when files are read: it takes parsers of three formats.
import { detectLanguage } from "../text/language.ts"
import { unspaced } from "./analyzer.ts"
import type { SourceFile } from "./folder.ts"
import type { Document } from "./readers/document.ts"
import { readHtml } from "./readers/html.ts"
import { readMarkdown, readText } from "./readers/markdown.ts"

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const read = ({ path, text }: SourceFile): Document => {
  if (/\.html?$/i.test(path)) return readHtml(nameOf(path), text)
  return /\.txt$/i.test(path) ? readText(nameOf(path), text) : readMarkdown(nameOf(path), text)
}

/** Code, and what is no word of a natural language: URLs, identifiers, signs of tables. */
const code = /(`{3,})[^]*?\1|`[^`\n]*`/g
const noWord = /[^\p{L}\p{M}.,;:!?'’"()。，、-]/u

/** Words of a text with a language, at least. */
const minWords = 4

/** The language of the prose of a document. */
const languageOf = ({ passages }: Document): string | undefined => {
  const words = passages
    .slice(0, 8)
    .flatMap(({ heading, text }) => `${heading}. ${text.replaceAll(code, " ")}`.split(/\s+/))
    .filter((word) => /\p{L}/u.test(word) && !noWord.test(word))
  const prose = words.join(" ").toLowerCase()
  return words.length < minWords && !unspaced.test(prose) ? undefined : detectLanguage(prose)
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
