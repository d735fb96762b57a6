// Strips markup from text, splits prose into sentences, and detects code. Takes time linear in the length of a line.

const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|dr|mr|mrs|ms|st|fig|al|inc|ltd|tel|mob|ext|nr|[a-z])\.$/i

/** The address of a link after its text: at most 2,000 characters, with brackets in pairs. */
const address = String.raw`\((?:[^()]|\([^()]*\)){0,2000}\)`
const image = new RegExp(String.raw`!\[[^\]]{0,300}\]${address}`, "g")
const link = new RegExp(String.raw`\[([^[\]]{0,300})\]${address}`, "g")

const withoutEmphasis = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, " ")
    .replace(/\*\*|(?<![\p{L}\p{N}])__|__(?![\p{L}\p{N}])|~~/gu, "")
    .replace(/(^|\s)[*_](\S(?:[^*_]{0,200}\S)?)[*_](?=[\s.,;:!?)]|$)/g, "$1$2")
    .replace(/\[(\d+)\]/g, "($1)")

/** Removes the markup of a line, except inside code. `[1]` becomes `(1)`, so that it does not look like a citation. */
export const stripMarkup = (line: string): string =>
  line
    .replace(image, " ")
    .replace(link, "$1")
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 || part === "" ? part : withoutEmphasis(part)))
    .join("")
    .replace(/\s+/g, " ")
    .trim()

/** The longest piece of a line, in characters: more is not split without a pause. */
const pieceLength = 8_000

/** The lines of a text, the longest ones in pieces. */
export function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length;) {
    const line = /^[^\r\n]*/.exec(text.slice(start, start + pieceLength))?.[0] ?? ""
    yield line
    const end = start + line.length
    const isCut = line.length === pieceLength && end < text.length
    start = isCut ? end : text.startsWith("\r\n", end) ? end + 2 : end + 1
  }
}

/** Last characters of a sentence that may be an abbreviation. */
const abbreviationLength = 8

/** The sentences of a paragraph: punctuation ends one before a capital letter, except after an abbreviation. */
export const splitSentences = (paragraph: string): ReadonlyArray<string> => {
  const sentences: Array<string> = []
  let start = 0
  for (const match of paragraph.matchAll(/[.!?]["'”’)\]]*\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘([`*-])|[。！？]/gu)) {
    const end = match.index + match[0].length
    const isAbbreviated = abbreviation.test(
      paragraph.slice(Math.max(start, end - abbreviationLength), end).trim()
    )
    if (isAbbreviated) continue
    sentences.push(paragraph.slice(start, end).trim())
    start = end
  }
  sentences.push(paragraph.slice(start).trim())
  return sentences.filter((sentence) => sentence !== "")
}

/** Is a line code rather than prose? */
export const looksLikeCode = (text: string): boolean => {
  const signs = text.match(/[{}()=<>;$|\\[\]_&]/g)?.length ?? 0
  return (
    (signs > 2 && signs > 0.09 * text.length) ||
    /^(?:import|export|const|let|return|await|yield\*?|\/\/|\/?\*+\/?|@\w+)\s/.test(text.trim())
  )
}
