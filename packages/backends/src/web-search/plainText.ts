// Text of snippets: without markup, and as long as the caller wants it.

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

/** Without tags and entities, on one line. */
export const plainText = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, "")
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decoded)
    .replace(/\s+/g, " ")
    .trim()

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
