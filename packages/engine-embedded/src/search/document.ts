// Makes a document from the blocks and metadata of a file: title, dates, language, passages with headings.
// Source: §2.9, §4.8.
import * as limits from "./limits.ts"

/** The search mode of a page: the web, academic papers, or company filings. */
export type PageMode = "web" | "academic" | "sec"

/** A part of a page that is ranked and shown as one. */
export interface Passage {
  /** The headings above it, joined by ` › `; empty at the top of a page. */
  readonly heading: string
  readonly text: string
}

/** The content of a file. Dates are `YYYY-MM-DD`. */
export interface Document {
  readonly title: string
  readonly passages: ReadonlyArray<Passage>
  readonly url?: string
  readonly date?: string
  readonly lastUpdated?: string
  readonly language?: string
  readonly mode?: PageMode
}

/** A block of text, in reading order. Headings have a `level`, from 1. */
export interface Block {
  readonly text: string
  readonly level?: number
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

/** Splits a text to the length of a passage, after a sentence or a word where possible. */
const splitText = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let rest = text
  while (rest.length > limits.passageCharacters) {
    const part = rest.slice(0, limits.passageCharacters)
    const sentence = Math.max(part.lastIndexOf(". "), part.lastIndexOf("\n"))
    const at = sentence > part.length / 3 ? sentence + 1 : Math.max(part.lastIndexOf(" "), part.length / 2)
    found.push(rest.slice(0, Math.floor(at)).trim())
    rest = rest.slice(Math.floor(at)).trim()
  }
  return [...found, rest].filter((piece) => piece !== "")
}

const passagesOf = (blocks: ReadonlyArray<Block>, title: string): ReadonlyArray<Passage> => {
  const found: Array<Passage> = []
  const above: Array<string> = []
  let text = ""
  const close = () => {
    // The title applies to every passage anyway.
    const heading = above.filter((line) => line !== undefined && line !== title).join(" › ")
    for (const piece of splitText(text)) found.push({ heading, text: piece })
    text = ""
  }
  for (const block of blocks) {
    if (block.level !== undefined) {
      close()
      above.length = Math.min(above.length, block.level - 1)
      above[block.level - 1] = block.text
    } else {
      if (text.length + block.text.length > limits.passageCharacters) close()
      text = text === "" ? block.text : `${text}\n${block.text}`
    }
  }
  close()
  return found
}

const first = (meta: Metadata, ...names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => meta.get(name)).find((value) => value !== undefined && value !== "")

/** Makes a document. Without a title in the metadata its first heading is the title, else its file name. */
export const makeDocument = (name: string, blocks: ReadonlyArray<Block>, meta: Metadata): Document => {
  const heading = blocks.find(({ level }) => level !== undefined)?.text
  const title = (first(meta, "title") ?? heading ?? name).slice(0, limits.titleCharacters)
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
