// Text of snippets: without markup, and as long as the caller wants it.

import type { Resumable } from "@leadline/core/internal"

const entities: { readonly [name: string]: string } = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"'
}

const decoded = (whole: string, name: string): string => {
  if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Without tags and entities; white space is one blank. */
const clean = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decoded)
    .replace(/\s+/g, " ")

/** Characters that are read between two pauses, and those of the longest tag. */
const step = 16_384
const longestTag = 204

/** Where a piece of the text ends that holds whole tags and entities. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + step
  if (end >= text.length) return text.length
  const mark = Math.max(text.lastIndexOf("<", end), text.lastIndexOf("&", end))
  return mark > end - longestTag ? mark : end
}

/** The beginning of a text, without tags and entities, on one line: so many characters, cut between words. */
export function* plainText(text: string, characters: number): Resumable<string> {
  const parts: Array<string> = []
  let length = 0
  let isAfterBlank = true
  for (let at = 0; at < text.length && length <= characters;) {
    const end = endOfPiece(text, at)
    const piece = clean(text.slice(at, end))
    const part: string = isAfterBlank ? piece.trimStart() : piece
    parts.push(part)
    length += part.length
    if (part !== "") isAfterBlank = part.endsWith(" ")
    at = end
    yield
  }
  return cut(parts.join("").trim(), characters)
}

/** Characters that count as a token. */
const tokenLength = 4

/** The characters of so many tokens. */
export const charactersOf = (tokens: number): number => tokens * tokenLength

/** The beginning of a text, cut between words. */
export const cut = (text: string, characters: number): string => {
  if (text.length <= characters) return text
  const kept = text.slice(0, characters)
  const space = kept.lastIndexOf(" ")
  return (space > characters / 2 ? kept.slice(0, space) : kept).trimEnd()
}
