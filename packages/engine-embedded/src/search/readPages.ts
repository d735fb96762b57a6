// Reads the page of a file, with its language and terms. Loaded where files are read: it takes parsers of three formats.
import { basename } from "node:path"
import { detectLanguage } from "../text/language.ts"
import { stemLanguage, termsOf, unspaced } from "./analyzer.ts"
import type { SourceFile } from "./folder.ts"
import type { Document, Passage } from "./readers/document.ts"
import { readHtml } from "./readers/html.ts"
import { readMarkdown, readPlainly, readText } from "./readers/markdown.ts"

/** A document with its terms, each between spaces. */
export interface PageContent extends Document {
  /** Of the title and the path. */
  readonly names: string
  readonly stems: string
  readonly passages: ReadonlyArray<Passage & { readonly headingTerms: string; readonly ownTerms: string }>
}

type Reader = (name: string, text: string) => Document

const readerOf = (path: string): Reader => {
  if (/\.html?$/i.test(path)) return readHtml
  return /\.txt$/i.test(path) ? readText : readMarkdown
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

/** Files to read, by their endings or as plain text. Markup may take long, or much memory. */
export interface ReadingTask {
  readonly files: ReadonlyArray<Pick<SourceFile, "path" | "text">>
  readonly isPlain?: boolean
}

/** Reads the pages of files. */
export const readPages = ({ files, isPlain = false }: ReadingTask): ReadonlyArray<PageContent> =>
  files.map(({ path, text }) => {
    const reader = isPlain ? readPlainly : readerOf(path)
    // Letters with marks become one character each, as in a query.
    const document = reader(basename(path).normalize(), text.normalize())
    const language = document.language ?? languageOf(document)
    const stems = stemLanguage(language)
    return {
      ...document,
      language,
      stems,
      names: termsOf(`${document.title} ${path.replace(/\.\w+$/, "").normalize()}`, stems),
      passages: document.passages.map(({ heading, text: own }) => ({
        heading,
        text: own,
        headingTerms: termsOf(heading, stems),
        ownTerms: termsOf(own, stems)
      }))
    }
  })
