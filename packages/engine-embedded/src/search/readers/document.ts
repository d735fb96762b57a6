// Makes a document (title, dates, language, passages with headings) from the blocks and metadata of a file.
// Source: §2.9, §4.8.
import { type Block, renderBlock } from "./blocks.ts"
import * as limits from "../limits.ts"

/** The search mode of a page: the web, academic papers, or company filings. */
export type PageMode = "web" | "academic" | "sec"

/** A part of a page that is ranked and quoted as a whole. */
export interface Passage {
  /** The headings above it, joined by ` › `; empty at the top of a page. */
  readonly heading: string
  /** Plain text; tables and code as Markdown. */
  readonly text: string
}

/** What a file says about itself. Dates are `YYYY-MM-DD`. */
export interface DocumentMetadata {
  readonly title: string
  readonly url?: string
  readonly date?: string
  readonly lastUpdated?: string
  readonly language?: string
  readonly mode?: PageMode
}

/** The content of a file. */
export interface Document extends DocumentMetadata {
  readonly passages: ReadonlyArray<Passage>
}

/** Front matter or meta elements, by lower-case name. */
export type Metadata = ReadonlyMap<string, string>

const modes: ReadonlyArray<string> = ["web", "academic", "sec"] satisfies ReadonlyArray<PageMode>
const isMode = (text: string): text is PageMode => modes.includes(text)

/** The day of a date or a date-time; `undefined` for anything else. */
const dayOf = (text: string | undefined): string | undefined => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0]
  if (day === undefined) return undefined
  const parsed = new Date(`${day}T00:00:00.000Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? undefined : day
}

const separator = "\n\n"

const passagesOf = (blocks: ReadonlyArray<Block>, title: string): ReadonlyArray<Passage> => {
  const found: Array<Passage> = []
  const above: Array<string> = []
  let text = ""
  const close = () => {
    // The title is above every passage anyway.
    const heading = above.filter((line) => line !== undefined && line !== "" && line !== title).join(" › ")
    if (text !== "") found.push({ heading, text })
    text = ""
  }
  for (const block of blocks) {
    if (block.kind === "heading") {
      close()
      above.length = Math.min(above.length, block.level - 1)
      above[block.level - 1] = block.text
      continue
    }
    for (const piece of renderBlock(block)) {
      if (text.length + separator.length + piece.length > limits.passageCharacters) close()
      text = text === "" ? piece : `${text}${separator}${piece}`
    }
  }
  close()
  return found
}

const first = (meta: Metadata, ...names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => meta.get(name)).find((value) => value !== undefined && value !== "")

/** Makes a document. Without a title in the metadata its first heading is the title, else its file name. */
export const makeDocument = (name: string, blocks: ReadonlyArray<Block>, meta: Metadata): Document => {
  const heading = blocks.find((block) => block.kind === "heading" && block.text !== "")
  const own = heading?.kind === "heading" ? heading.text : undefined
  const title = (first(meta, "title") ?? own ?? name).slice(0, limits.titleCharacters)
  const url = first(meta, "url")
  const date = dayOf(first(meta, "date", "article:published_time"))
  const lastUpdated = dayOf(
    first(meta, "last_updated", "updated", "lastmod", "last-modified", "article:modified_time")
  )
  const language = /^[a-z]{2}(?=$|[-_])/i.exec(first(meta, "language", "lang") ?? "")?.[0].toLowerCase()
  const mode = first(meta, "source")
  return {
    title,
    passages: passagesOf(blocks, title),
    ...(url !== undefined && /^https?:\/\/[^\s/]+/.test(url) ? { url } : {}),
    ...(date === undefined ? {} : { date }),
    ...(lastUpdated === undefined ? {} : { lastUpdated }),
    ...(language === undefined ? {} : { language }),
    ...(mode !== undefined && isMode(mode) ? { mode } : {})
  }
}
