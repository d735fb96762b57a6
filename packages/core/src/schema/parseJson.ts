// Parses a JSON text that may be none.

/** The value of a JSON text; undefined for another text. The parser's message quotes the text, so it is dropped. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
