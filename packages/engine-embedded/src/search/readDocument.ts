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

/** Code, tables and URLs, which have no natural language. */
const foreign = /^(`{3,})\n[^]*?\n\1$|^\|.*$|`[^`\n]*`|https?:\/\/\S+/gm

/** Names and parts of identifiers, which any language may have. */
const identifier = /[\p{L}\p{N}]*[\p{N}_@/.=<>#:][\p{L}\p{N}]+\S*|\p{L}+\p{Lu}\S*/gu

/** Words that are examined, at most and at least. */
const maxWords = 100
const minWords = 4

const scripts: ReadonlyMap<string, RegExp> = new Map([
  ["ar", /\p{Script=Arabic}/u],
  ["bg", /\p{Script=Cyrillic}/u],
  ["el", /\p{Script=Greek}/u],
  ["fa", /\p{Script=Arabic}/u],
  ["he", /\p{Script=Hebrew}/u],
  ["hi", /\p{Script=Devanagari}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["th", /\p{Script=Thai}/u],
  ["uk", /\p{Script=Cyrillic}/u],
  ["zh", /\p{Script=Han}/u]
])

/** The language of the prose of a document. */
const languageOf = ({ passages }: Document): string | undefined => {
  const prose = passages
    .slice(0, 8)
    .map(({ heading, text }) => `${heading}. ${text.replaceAll(foreign, " ").replaceAll(identifier, " ")}`)
    .join("\n")
  const words = prose.match(/[\p{L}\p{M}'’]+/gu)?.slice(0, maxWords) ?? []
  if (words.length < minWords && !unspaced.test(prose)) return undefined
  const detected = detectLanguage(words.join(" ").toLowerCase())
  return scripts.get(detected ?? "")?.test(prose) === false ? undefined : detected
}

/** Reads a file, and detects its language where the file names none. */
export const readDocument = (source: SourceFile): Document => {
  const document = read(source)
  const language = document.language ?? languageOf(document)
  return language === undefined ? document : { ...document, language }
}
