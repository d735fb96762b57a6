// Parses a JSON text that may be none, and finds texts that are nested too deep for a JSON parser.

/** The value of a JSON text; undefined for another text. The parser's message quotes the text, so it is dropped. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Has the text too few brackets for so many levels? Answers for most texts in a fraction of the time. */
const isFlat = (text: string, levels: number): boolean => {
  let count = 0
  for (const bracket of "{[") {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > levels) return false
    }
  }
  return true
}

/** Is a JSON text nested deeper than so many levels? Brackets that are never closed are not JSON anyway. */
export const isNestedDeeper = (text: string, levels: number): boolean => {
  if (text.length <= 2 * levels || isFlat(text, levels)) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > levels) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}
